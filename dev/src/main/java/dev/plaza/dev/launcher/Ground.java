package dev.plaza.dev.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// What there is to run, and where.
///
/// @param plaza every part
/// @param project the checkout
/// @param data everything the local stack writes; deleting it loses nothing but its data
record Ground(Topology plaza, Path project, Path data) {

  Path run() {
    return made(data.resolve("run"));
  }

  Path logs() {
    return made(data.resolve("logs"));
  }

  /// Copies of our own jars: a build must not change what a running JVM reads.
  Path jars() {
    return made(data.resolve("jars"));
  }

  Path caches() {
    return made(data.resolve("aot"));
  }

  /// Unpacked programs of PostgreSQL and Redis.
  Path binaries() {
    return made(data.resolve("bin"));
  }

  private static Path made(Path folder) {
    try {
      return Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
