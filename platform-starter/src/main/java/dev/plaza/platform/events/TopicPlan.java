package dev.plaza.platform.events;

import java.util.List;
import java.util.Map;

/// Topics a service creates at start, if they are not there yet.
public record TopicPlan(List<Topic> topics) {

  /// @param configs Kafka topic configuration, e.g. `retention.ms`
  public record Topic(String name, int partitions, Map<String, String> configs) {}
}
