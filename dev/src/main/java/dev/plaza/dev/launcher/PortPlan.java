package dev.plaza.dev.launcher;

import dev.plaza.dev.messages.Sandbox;
import dev.plaza.infra.Ports;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;

/// Gives every instance a port. The gateway's is the one that people type, so it is never changed
/// behind their back; any other part moves out of the way of whoever has its port.
record PortPlan(Map<String, Integer> before, Predicate<String> runs) {

  private static final int KAFKA_CONTROLLER_PORT = 19093;

  Map<String, Integer> choose(StackState state) {
    var ports = new LinkedHashMap<String, Integer>();
    for (var instance : state.instances()) {
      if (instance.part().kind() == Part.Kind.GATEWAY) {
        ports.put(instance.name(), gateway(instance, state.options().port()));
      } else {
        ports.put(instance.name(), inner(instance.name(), instance.name(), instance.wantedPort()));
      }
      if (instance.part().name().equals("message-providers")) {
        ports.put(StackState.SMTP, inner(StackState.SMTP, instance.name(), Sandbox.SMTP_PORT));
        ports.put(StackState.APNS, inner(StackState.APNS, instance.name(), Sandbox.APNS_PORT));
      }
      if (instance.part().name().equals("kafka")) {
        ports.put(
            StackState.KAFKA_CONTROLLER,
            inner(StackState.KAFKA_CONTROLLER, instance.name(), KAFKA_CONTROLLER_PORT));
      }
    }
    return ports;
  }

  private int gateway(Instance instance, int wanted) {
    var already = runs.test(instance.name()) && before.getOrDefault(instance.name(), 0) == wanted;
    if (!already) {
      Preflight.checkPublicPort(wanted);
    }
    return wanted;
  }

  private int inner(String name, String owner, int wanted) {
    var had = before.get(name);
    return had != null && runs.test(owner) ? had : Ports.freeOr(wanted);
  }
}
