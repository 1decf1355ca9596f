package dev.plaza.notify;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/// Starts the notify service.
@SpringBootApplication
@ConfigurationPropertiesScan
public class NotifyServiceApplication {

  public static void main(String[] args) {
    SpringApplication.run(NotifyServiceApplication.class, args);
  }
}
