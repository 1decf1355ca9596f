package dev.plaza.dev.launcher;

import java.util.List;
import java.util.Map;

/// One part of the local stack.
///
/// @param port where it listens; another one is chosen if it is taken
/// @param module the Maven module that holds it
/// @param mainClass empty for the programs that are no Java
/// @param needs parts that must be ready before it starts
/// @param readyPath answers 200 over HTTP once the part is ready; empty: its own way
/// @param database its own database in PostgreSQL; empty: none
/// @param settings Spring properties or options of its own; `{order}` becomes that part's URL
record Part(
    String name,
    Kind kind,
    int port,
    String module,
    String mainClass,
    List<String> needs,
    String readyPath,
    String database,
    Map<String, String> settings) {

  enum Kind {
    /// PostgreSQL, Redis, Kafka.
    SERVER,
    /// A Spring MVC service.
    SERVICE,
    /// The one public door.
    GATEWAY,
    /// Plays somebody outside the platform.
    SIMULATOR
  }

  Part {
    needs = List.copyOf(needs);
    settings = Map.copyOf(settings);
  }

  static Part server(String name, int port, String mainClass) {
    return new Part(name, Kind.SERVER, port, "dev", mainClass, List.of(), "", "", Map.of());
  }

  static Part service(String name, int port, String mainClass) {
    return new Part(
        name,
        Kind.SERVICE,
        port,
        name + "-service",
        mainClass,
        List.of("postgres", "redis", "kafka"),
        "/actuator/health/readiness",
        "plaza_" + name,
        Map.of());
  }

  static Part gateway(String name, int port, String mainClass) {
    return new Part(
        name,
        Kind.GATEWAY,
        port,
        name,
        mainClass,
        List.of(),
        "/actuator/health/readiness",
        "",
        Map.of());
  }

  static Part simulator(String name, int port, String mainClass) {
    return new Part(
        name, Kind.SIMULATOR, port, "dev", mainClass, List.of(), "/health", "", Map.of());
  }

  Part needing(String... more) {
    return new Part(
        name, kind, port, module, mainClass, List.of(more), readyPath, database, settings);
  }

  Part with(Map<String, String> ownSettings) {
    return new Part(name, kind, port, module, mainClass, needs, readyPath, database, ownSettings);
  }

  /// Whether it runs in a JVM; PostgreSQL and Redis are programs of their own.
  boolean isJava() {
    return !mainClass.isEmpty();
  }

  boolean isSpring() {
    return kind == Kind.SERVICE || kind == Kind.GATEWAY;
  }
}
