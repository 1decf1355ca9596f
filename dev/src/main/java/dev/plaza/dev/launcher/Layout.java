package dev.plaza.dev.launcher;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;

/// Which parts share a JVM. PostgreSQL and Redis are programs of their own. See
/// docs/adr/0002-start-up.md for what each costs.
enum Layout {
  /// All services in one JVM; the gateway, Kafka, and both simulators in one each.
  TOGETHER,
  /// The same, but Kafka shares the simulators' JVM.
  COMPACT,
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
    return switch (this) {
      case SEPARATE -> instance.name();
      case COMPACT ->
          switch (instance.part().kind()) {
            case SERVICE -> "services";
            case GATEWAY -> instance.name();
            case SIMULATOR, SERVER -> "surroundings";
          };
      case TOGETHER ->
          switch (instance.part().kind()) {
            case SERVICE -> "services";
            case SIMULATOR -> "simulators";
            case GATEWAY, SERVER -> instance.name();
          };
    };
  }
}
