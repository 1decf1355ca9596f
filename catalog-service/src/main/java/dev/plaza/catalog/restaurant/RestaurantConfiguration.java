package dev.plaza.catalog.restaurant;

import dev.plaza.catalog.hours.Timetables;
import dev.plaza.contracts.Topics;
import dev.plaza.platform.RepeatingJob;
import dev.plaza.platform.events.TopicPlan;
import dev.plaza.platform.outbox.Outbox;
import java.time.Clock;
import java.util.Map;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.support.TransactionTemplate;

@Configuration(proxyBeanMethods = false)
class RestaurantConfiguration {

  @Bean
  Timetables timetables(Clock clock) {
    return new Timetables(clock);
  }

  @Bean
  Offers offers(DeliveryProperties properties) {
    return new Offers(properties);
  }

  @Bean
  Restaurants restaurants(
      RestaurantStore store,
      Timetables timetables,
      Outbox outbox,
      TransactionTemplate transaction,
      ApplicationEventPublisher announcements,
      RestaurantProperties properties,
      Clock clock) {
    var events = new RestaurantEvents(timetables, properties.hoursAhead());
    return new Restaurants(store, events, outbox, transaction, announcements, clock);
  }

  /// Several instances may look at once: each takes rows that no other holds.
  @Bean
  RepeatingJob hoursRefresh(Restaurants restaurants, RestaurantProperties properties, Clock clock) {
    return new RepeatingJob(
        "hours-refresh",
        properties.hoursRefreshEvery(),
        () -> {
          int limit = properties.hoursRefreshBatchMax();
          var before = clock.instant().plus(properties.hoursRefreshBelow());
          return restaurants.refreshHours(before, limit) == limit;
        });
  }

  @Bean
  TopicPlan catalogTopics() {
    return new TopicPlan(
        Topics.all().stream()
            .filter(it -> it.name().startsWith("catalog.") || it.name().equals(Topics.ORDER_ORDER))
            .map(RestaurantConfiguration::topic)
            .toList());
  }

  private static TopicPlan.Topic topic(Topics topic) {
    var config =
        switch (topic.retention()) {
          case Topics.Retention.Compacted _ -> Map.of("cleanup.policy", "compact");
          case Topics.Retention.Timed(var age) ->
              Map.of("retention.ms", String.valueOf(age.toMillis()));
        };
    return new TopicPlan.Topic(topic.name(), topic.partitions(), config);
  }
}
