package dev.plaza.dev.launcher;

import java.util.List;
import java.util.Map;

/// How the stack is wanted.
///
/// @param port of the gateway
/// @param host the address the gateway listens on
/// @param external take PostgreSQL, Kafka and Redis by URL
/// @param city whether the city simulator runs: restaurants that accept, couriers that deliver
/// @param customers whether it has customers of its own, who order now and then
/// @param timeFactor how much faster than real the city moves
/// @param instances copies by part, where more than one
/// @param only these parts and what they need; empty: all
record StackOptions(
    Layout layout,
    int port,
    String host,
    boolean external,
    boolean city,
    boolean customers,
    double timeFactor,
    Map<String, Integer> instances,
    List<String> only) {

  static final StackOptions DEFAULT =
      new StackOptions(
          Layout.TOGETHER, 8080, "127.0.0.1", false, true, true, 12, Map.of(), List.of());

  StackOptions {
    instances = Map.copyOf(instances);
    only = List.copyOf(only);
    if (timeFactor < 1 || timeFactor > 100) {
      throw new Trouble("The time factor goes from 1 to 100, not " + timeFactor + ".");
    }
    if (layout != Layout.SEPARATE && !instances.isEmpty()) {
      throw new Trouble("Several instances of a part need a JVM each: add --separate.");
    }
  }
}
