package dev.plaza.catalog.menu;

import dev.plaza.platform.RepeatingJob;
import java.time.Clock;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class MenuConfiguration {

  private static final Duration EVERY = Duration.ofMinutes(10);
  private static final Duration KEPT = Duration.ofDays(7);
  private static final int BATCH_MAX = 1_000;

  /// Orders that neither ended nor began in a week will not bring anything back.
  @Bean
  RepeatingJob orderStockPurge(MenuStore store, Clock clock) {
    return new RepeatingJob(
        "order-stock-purge",
        EVERY,
        () -> store.forget(clock.instant().minus(KEPT), BATCH_MAX) == BATCH_MAX);
  }
}
