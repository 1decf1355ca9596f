package dev.plaza.tracking.track;

import dev.plaza.platform.RepeatingJob;
import java.time.Clock;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Forgets orders that ended long ago.
@Configuration(proxyBeanMethods = false)
class TrackRetention {

  private static final Duration EVERY = Duration.ofMinutes(30);

  @Bean
  RepeatingJob trackedOrderPurge(TrackedOrders orders, TrackProperties properties, Clock clock) {
    return new RepeatingJob(
        "tracked-order-purge",
        EVERY,
        () -> orders.purge(clock.instant().minus(properties.retention())) > 0);
  }
}
