package dev.plaza.tracking;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/// Starts the tracking service.
@SpringBootApplication
@ConfigurationPropertiesScan
public class TrackingServiceApplication {

  public static void main(String[] args) {
    SpringApplication.run(TrackingServiceApplication.class, args);
  }
}
