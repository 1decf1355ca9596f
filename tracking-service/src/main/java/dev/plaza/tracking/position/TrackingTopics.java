package dev.plaza.tracking.position;

import dev.plaza.contracts.Topics;
import dev.plaza.platform.events.TopicPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// The topics this service needs, its own and those it listens to: whoever starts first makes them.
@Configuration(proxyBeanMethods = false)
class TrackingTopics {

  private static final String GROUP = "tracking-service";

  private static final List<String> PUBLISHED =
      List.of(Topics.TRACKING_POSITION, Topics.TRACKING_ANOMALY);

  private static final List<String> LISTENED =
      List.of(Topics.ORDER_ORDER, Topics.DISPATCH_ASSIGNMENT);

  @Bean
  TopicPlan trackingTopicPlan() {
    var plan = new ArrayList<TopicPlan.Topic>();
    for (Topics it : Topics.all()) {
      if (PUBLISHED.contains(it.name()) || LISTENED.contains(it.name())) {
        plan.add(new TopicPlan.Topic(it.name(), it.partitions(), configs(it.retention())));
      }
      if (LISTENED.contains(it.name())) {
        plan.add(
            new TopicPlan.Topic(
                "%s.%s.dlt".formatted(it.name(), GROUP), 1, configs(it.retention())));
      }
    }
    return new TopicPlan(plan);
  }

  private static Map<String, String> configs(Topics.Retention retention) {
    return switch (retention) {
      case Topics.Retention.Compacted _ -> Map.of("cleanup.policy", "compact");
      case Topics.Retention.Timed(var age) ->
          Map.of("retention.ms", String.valueOf(age.toMillis()));
    };
  }
}
