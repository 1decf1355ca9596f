package dev.plaza.quota.ship;

import dev.plaza.contracts.Topics;
import dev.plaza.platform.RepeatingJob;
import dev.plaza.platform.events.TopicPlan;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class ShipConfiguration {

  private static final Duration LOOK = Duration.ofSeconds(2);

  @Bean
  TopicPlan quotaTopics(ShipProperties properties) {
    return new TopicPlan(
        Topics.all().stream()
            .filter(it -> it.name().equals(Topics.QUOTA_REDEMPTION))
            .map(it -> new TopicPlan.Topic(properties.topic(), it.partitions(), it.configs()))
            .toList());
  }

  @Bean
  RepeatingJob guidConflictJob(GuidConflicts conflicts) {
    return new RepeatingJob("quota-guid-conflicts", LOOK, conflicts::round);
  }

  @Bean
  MeterBinder shipLag(Shipper shipper) {
    return meters ->
        Gauge.builder("plaza.quota.ship.lag", shipper, Shipper::lag)
            .description("Log records written and not yet published")
            .register(meters);
  }
}
