package dev.plaza.dev.launcher;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// How JVMs of the local stack are run: small and quick to start rather than quick at full speed.
/// `PLAZA_JVM_OPTS` comes last and may say otherwise.
record Jvm(Path java, List<String> more) {

  /// Of these an AOT cache depends, so they are the same for its training and its use.
  private static final List<String> FLAGS =
      List.of(
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseCompactObjectHeaders",
          "-XX:ReservedCodeCacheSize=96m",
          "-XX:-UsePerfData",
          "-XX:+ExitOnOutOfMemoryError",
          "-Xss512k",
          // It warns of stubs that it could not take from the cache; it makes them anew.
          "-Xlog:aot*=error",
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow",
          "-Djava.awt.headless=true",
          "-Dfile.encoding=UTF-8");

  Jvm {
    more = List.copyOf(more);
  }

  static Jvm current(Map<String, String> environment) {
    var options = environment.getOrDefault("PLAZA_JVM_OPTS", "").strip();
    return new Jvm(
        Path.of(System.getProperty("java.home"), "bin", "java"),
        Pattern.compile("\\s+")
            .splitAsStream(options)
            .filter(option -> !option.isEmpty())
            .toList());
  }

  List<String> flags() {
    var flags = new ArrayList<>(FLAGS);
    flags.addAll(more);
    return flags;
  }

  /// The heap that a group of parts may take, in MB.
  static int heapMb(Layout.Group group) {
    var each =
        group.instances().stream()
            .mapToInt(
                instance ->
                    switch (instance.part().kind()) {
                      case SERVICE -> 64;
                      case GATEWAY -> 48;
                      case SERVER -> 128;
                      case SIMULATOR -> 48;
                    })
            .sum();
    return each + 64;
  }
}
