package dev.plaza.notify.delivery;

import dev.plaza.platform.RepeatingJob;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class DeliveryConfiguration {

  @Bean
  RepeatingJob deliveryUpkeepJob(Upkeep upkeep, DeliveryProperties properties) {
    return new RepeatingJob("delivery-upkeep", properties.sweep(), upkeep::round);
  }
}
