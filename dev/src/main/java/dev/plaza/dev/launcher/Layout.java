package dev.plaza.dev.launcher;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;

/// Which parts share a JVM. PostgreSQL and Redis are programs of their own, and Kafka and the
/// gateway always have a JVM of their own; see docs/adr/0002-start-up.md for the figures.
enum Layout {
  /// All services in one JVM, both simulators in another.
  TOGETHER,
  /// Every part alone, so that each can be killed, paused and doubled.
  SEPARATE;

  /// A JVM and what it hosts, in start order.
  record Group(String name, List<Instance> instances) {
    Group {
      instances = List.copyOf(instances);
    }
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Layout of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }

  List<Group> groups(List<Instance> instances) {
    var groups = new LinkedHashMap<String, List<Instance>>();
    for (var instance : instances) {
      if (instance.part().isJava()) {
        groups.computeIfAbsent(groupOf(instance), _ -> new ArrayList<>()).add(instance);
      }
    }
    return groups.entrySet().stream()
        .map(group -> new Group(group.getKey(), group.getValue()))
        .toList();
  }

  String groupOf(Instance instance) {
    if (this == SEPARATE) {
      return instance.name();
    }
    return switch (instance.part().kind()) {
      case SERVICE -> "services";
      case SIMULATOR -> "simulators";
      case GATEWAY, SERVER -> instance.name();
    };
  }
}
