package dev.plaza.notify.delivery;

import dev.plaza.notify.routing.Rates;
import dev.plaza.notify.routing.Router;
import dev.plaza.platform.RepeatingJob;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

@Configuration(proxyBeanMethods = false)
class DeliveryConfiguration {

  @Bean
  ClaimWork.Tools claimTools(
      DeliveryStore store,
      Counting counting,
      Budgets budgets,
      Digests digests,
      Composer composer,
      Router router,
      Rates rates,
      DeliveryProperties properties,
      JsonMapper json) {
    return new ClaimWork.Tools(
        store, counting, budgets, digests, composer, router, rates, properties, json);
  }

  @Bean
  RepeatingJob deliveryUpkeepJob(Upkeep upkeep, DeliveryProperties properties) {
    return new RepeatingJob("delivery-upkeep", properties.sweep(), upkeep::round);
  }
}
