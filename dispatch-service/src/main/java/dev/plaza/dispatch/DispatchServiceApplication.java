package dev.plaza.dispatch;

import dev.plaza.contracts.Topics;
import dev.plaza.platform.events.TopicPlan;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Bean;

/// Couriers, offers, assignments, surge and arrival times.
@SpringBootApplication
@ConfigurationPropertiesScan
public class DispatchServiceApplication {

  public static void main(String[] args) {
    SpringApplication.run(DispatchServiceApplication.class, args);
  }

  @Bean
  static TopicPlan topics() {
    return new TopicPlan(Topics.all().stream().map(DispatchServiceApplication::planned).toList());
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
