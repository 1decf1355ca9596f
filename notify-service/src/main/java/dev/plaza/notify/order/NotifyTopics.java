package dev.plaza.notify.order;

import dev.plaza.contracts.Topics;
import dev.plaza.platform.events.TopicPlan;
import java.util.ArrayList;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// The topics this service needs, its own and those it listens to: whoever starts first makes them.
@Configuration(proxyBeanMethods = false)
class NotifyTopics {

  private static final String GROUP = "notify-service";

  private static final List<String> PUBLISHED = List.of(Topics.NOTIFY_JOB, Topics.NOTIFY_DELIVERY);

  private static final List<String> LISTENED =
      List.of(Topics.ORDER_ORDER, Topics.DISPATCH_ASSIGNMENT);

  @Bean
  TopicPlan notifyTopicPlan() {
    var plan = new ArrayList<TopicPlan.Topic>();
    for (Topics it : Topics.all()) {
      if (PUBLISHED.contains(it.name()) || LISTENED.contains(it.name())) {
        plan.add(new TopicPlan.Topic(it.name(), it.partitions(), it.configs()));
      }
      if (LISTENED.contains(it.name())) {
        plan.add(new TopicPlan.Topic("%s.%s.dlt".formatted(it.name(), GROUP), 1, it.configs()));
      }
    }
    return new TopicPlan(plan);
  }
}
