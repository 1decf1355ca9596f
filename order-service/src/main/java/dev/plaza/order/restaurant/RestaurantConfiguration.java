package dev.plaza.order.restaurant;

import dev.plaza.platform.RepeatingJob;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Upkeep of the local copy.
@Configuration(proxyBeanMethods = false)
class RestaurantConfiguration {

  private static final Duration PURGE_EVERY = Duration.ofMinutes(10);

  /// By then the order is over and its food eaten: nothing can be given back.
  @Bean
  RepeatingJob stockHoldPurge(JdbcClient jdbc, Clock clock, RestaurantProperties properties) {
    return new RepeatingJob(
        "stock-hold-purge",
        PURGE_EVERY,
        () ->
            jdbc.sql(
                        """
                        DELETE FROM stock_hold WHERE (order_id, sku) IN (
                          SELECT order_id, sku FROM stock_hold WHERE created_at < ?
                          ORDER BY created_at LIMIT 1000 FOR UPDATE SKIP LOCKED)
                        """)
                    .param(clock.instant().minus(properties.holdsKept()).atOffset(ZoneOffset.UTC))
                    .update()
                > 0);
  }
}
