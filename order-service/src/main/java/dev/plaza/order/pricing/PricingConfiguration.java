package dev.plaza.order.pricing;

import dev.plaza.platform.RepeatingJob;
import java.time.Clock;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Upkeep of quotes and surge.
@Configuration(proxyBeanMethods = false)
class PricingConfiguration {

  private static final Duration PURGE_EVERY = Duration.ofMinutes(1);

  @Bean
  RepeatingJob quotePurge(Quotes quotes, PricingProperties properties, Clock clock) {
    return new RepeatingJob(
        "quote-purge",
        PURGE_EVERY,
        () -> quotes.purge(clock.instant().minus(properties.quotesKept())) > 0);
  }

  @Bean
  RepeatingJob surgeRefresh(Surges surges, PricingProperties properties) {
    return new RepeatingJob(
        "surge-refresh",
        properties.surgeRefresh(),
        () -> {
          surges.refresh();
          return false;
        });
  }
}
