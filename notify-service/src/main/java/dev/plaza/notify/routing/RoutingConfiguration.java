package dev.plaza.notify.routing;

import dev.plaza.platform.RepeatingJob;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class RoutingConfiguration {

  @Bean
  RepeatingJob providerStatesJob(Router router) {
    return router.watch();
  }
}
