package dev.plaza.infra;

import java.nio.file.Path;

/// How embedded servers are run.
///
/// @param folder data, pid files and logs; kept over restarts
/// @param binaries unpacked programs; may be shared by many folders
/// @param durable survive a power cut (the local stack) or be fast (tests)
/// @param kafkaControllerPort the port on which Kafka's nodes would talk to each other
public record EmbeddedOptions(
    Path folder,
    Path binaries,
    int postgresPort,
    int redisPort,
    int kafkaPort,
    int kafkaControllerPort,
    boolean durable) {

  /// Throw-away servers on free ports.
  public static EmbeddedOptions forTests(Path folder, Path binaries) {
    return new EmbeddedOptions(
        folder, binaries, Ports.free(), Ports.free(), Ports.free(), Ports.free(), false);
  }
}
