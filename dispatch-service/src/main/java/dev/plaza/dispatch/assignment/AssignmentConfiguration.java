package dev.plaza.dispatch.assignment;

import dev.plaza.platform.RepeatingJob;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class AssignmentConfiguration {

  @Bean
  RepeatingJob vanishJob(VanishWatch watch, AssignmentProperties properties) {
    return new RepeatingJob("dispatch-vanish", properties.watch(), watch::look);
  }
}
