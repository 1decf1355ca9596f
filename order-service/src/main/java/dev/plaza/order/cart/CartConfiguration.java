package dev.plaza.order.cart;

import dev.plaza.platform.RepeatingJob;
import java.time.Clock;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Upkeep of carts.
@Configuration(proxyBeanMethods = false)
class CartConfiguration {

  private static final Duration PURGE_EVERY = Duration.ofMinutes(10);

  @Bean
  RepeatingJob cartPurge(Carts carts, CartProperties properties, Clock clock) {
    return new RepeatingJob(
        "cart-purge",
        PURGE_EVERY,
        () -> carts.purge(clock.instant().minus(properties.keptFor())) > 0);
  }
}
