package dev.plaza.dev.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/// Classes of a world, already loaded and linked, in a file that the JVM maps at its next start.
///
/// The JVM itself refuses a cache made for other jars, flags or another JDK, silently and late; so
/// the file's name holds a key of all of these and a wrong one is never even offered.
record AotCache(Path file) {

  static AotCache of(Ground ground, World world, Jvm jvm) {
    var said =
        System.getProperty("java.vm.version")
            + jvm.java()
            + jvm.flags()
            + world.classPath().stream().map(AotCache::fingerprint).collect(Collectors.joining());
    var name = world.name() + "-" + Hash.of(said).substring(0, 12) + ".aot";
    return new AotCache(ground.caches().resolve(name));
  }

  boolean exists() {
    return Files.exists(file);
  }

  List<String> flags() {
    return exists() ? List.of("-XX:AOTCache=" + file) : List.of();
  }

  /// Deletes the caches of this world that other jars or flags were the key of.
  void deleteOlder() {
    var world = file.getFileName().toString().replaceFirst("-[0-9a-f]{12}\\.aot$", "-");
    try (var files = Files.list(file.getParent())) {
      for (var other : List.copyOf(files.toList())) {
        if (other.getFileName().toString().startsWith(world) && !other.equals(file)) {
          Files.deleteIfExists(other);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String fingerprint(Path jar) {
    try {
      return "%s %d %d%n"
          .formatted(jar, Files.size(jar), Files.getLastModifiedTime(jar).toMillis());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
