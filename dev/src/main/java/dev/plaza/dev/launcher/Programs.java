package dev.plaza.dev.launcher;

import dev.plaza.infra.EmbeddedOptions;
import dev.plaza.infra.PostgresServer;
import dev.plaza.infra.RedisServer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// PostgreSQL and Redis: programs that keep their own pid files and outlive any launcher.
final class Programs {
  private final Ground ground;

  Programs(Ground ground) {
    this.ground = ground;
  }

  /// Starts one, or finds it running on the wanted port.
  void start(String name, StackState state) {
    var options =
        new EmbeddedOptions(
            ground.data(),
            ground.binaries(),
            state.port("postgres"),
            state.port("redis"),
            0,
            0,
            true);
    switch (name) {
      case "postgres" -> PostgresServer.start(options);
      case "redis" -> RedisServer.start(options);
      default -> throw new IllegalArgumentException(name);
    }
  }

  Optional<ProcessHandle> process(String name) {
    return switch (name) {
      case "postgres" -> PostgresServer.running(ground.data());
      case "redis" -> RedisServer.running(ground.data());
      default -> Optional.empty();
    };
  }

  void stop(String name) {
    switch (name) {
      case "postgres" -> PostgresServer.stopLeftOver(ground.data());
      case "redis" -> RedisServer.stopLeftOver(ground.data());
      default -> throw new IllegalArgumentException(name);
    }
  }

  /// Where it logs.
  Path log(String name) {
    return ground.data().resolve(name + ".log");
  }

  static List<String> names() {
    return List.of("postgres", "redis");
  }
}
