package dev.plaza.dispatch.courier;

import dev.plaza.platform.RepeatingJob;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class CourierConfiguration {

  private static final int PURGE_BATCH_MAX = 5_000;

  @Bean
  RepeatingJob courierFeedPurge(CourierFeed feed) {
    return new RepeatingJob(
        "courier-feed-purge",
        Duration.ofMinutes(10),
        () -> feed.purge(PURGE_BATCH_MAX) == PURGE_BATCH_MAX);
  }

  @Bean
  MeterBinder couriersOnline(Couriers couriers) {
    return meters ->
        Gauge.builder("dispatch.couriers.online", couriers, Couriers::countOnline)
            .description("Couriers who get offers")
            .register(meters);
  }
}
