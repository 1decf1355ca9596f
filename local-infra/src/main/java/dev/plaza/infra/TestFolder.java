package dev.plaza.infra;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/// Where throw-away servers of this JVM live: `<tmp>/plaza-infra-<user>/run-<pid>`, beside the
/// unpacked programs that all JVMs share. A JVM that was killed could not clean up; the next one
/// does it for it.
record TestFolder(Path base, Path run) {
  /// Number and start time: numbers are used again.
  private static final String OWNER = "owner";

  /// Linux counts a process's start from the boot, whose time moves when the clock is set right.
  private static final long CLOCK_TOLERANCE_MS = 5_000;

  static TestFolder create() {
    var base =
        Path.of(System.getProperty("java.io.tmpdir"))
            .resolve("plaza-infra-" + System.getProperty("user.name"));
    var me = ProcessHandle.current();
    var folder = new TestFolder(base, base.resolve("run-" + me.pid()));
    try {
      Files.createDirectories(base);
      folder.sweep();
      Files.createDirectories(folder.run);
      Files.writeString(folder.run.resolve(OWNER), me.pid() + " " + began(me));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return folder;
  }

  Path binaries() {
    return base.resolve("bin");
  }

  void delete() {
    Folders.delete(run);
  }

  private void sweep() throws IOException {
    try (var entries = Files.list(base)) {
      for (var entry : List.copyOf(entries.toList())) {
        if (entry.getFileName().toString().startsWith("run-") && abandoned(entry)) {
          PostgresServer.stopLeftOver(entry);
          RedisServer.stopLeftOver(entry);
          Folders.delete(entry);
        }
      }
    }
  }

  private static boolean abandoned(Path run) {
    try {
      var owner = Files.readString(run.resolve(OWNER)).split(" ", 2);
      var process = ProcessHandle.of(Long.parseLong(owner[0]));
      return process.isEmpty()
          || Math.abs(began(process.get()) - Long.parseLong(owner[1])) > CLOCK_TOLERANCE_MS;
    } catch (IOException | RuntimeException e) {
      return false;
    }
  }

  private static long began(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
  }
}
