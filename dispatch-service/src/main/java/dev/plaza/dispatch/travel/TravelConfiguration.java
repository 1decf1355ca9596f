package dev.plaza.dispatch.travel;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class TravelConfiguration {

  @Bean
  CityTravel cityTravel(TravelProperties properties) {
    return new CityTravel(properties);
  }
}
