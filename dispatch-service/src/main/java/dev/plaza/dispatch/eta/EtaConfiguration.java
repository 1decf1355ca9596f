package dev.plaza.dispatch.eta;

import dev.plaza.platform.RepeatingJob;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class EtaConfiguration {

  @Bean
  RepeatingJob etaJob(EtaWatch watch, EtaProperties properties) {
    return new RepeatingJob("dispatch-eta", properties.watch(), watch::look);
  }
}
