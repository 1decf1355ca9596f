package dev.plaza.order;

import dev.plaza.contracts.Topics;
import dev.plaza.platform.events.TopicPlan;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Bean;

/// Carts, prices and orders.
@SpringBootApplication
@ConfigurationPropertiesScan
public class OrderServiceApplication {

  public static void main(String[] args) {
    SpringApplication.run(OrderServiceApplication.class, args);
  }

  @Bean
  static TopicPlan topics() {
    return new TopicPlan(Topics.all().stream().map(OrderServiceApplication::planned).toList());
  }

  private static TopicPlan.Topic planned(Topics topic) {
    var configs =
        switch (topic.retention()) {
          case Topics.Retention.Compacted() -> Map.of("cleanup.policy", "compact");
          case Topics.Retention.Timed(var age) ->
              Map.of("cleanup.policy", "delete", "retention.ms", String.valueOf(age.toMillis()));
        };
    return new TopicPlan.Topic(topic.name(), topic.partitions(), configs);
  }
}
