package dev.plaza.infra;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Where throw-away servers of this JVM live: `<tmp>/plaza-infra-<user>/run-<pid>`, beside the
/// unpacked programs that all JVMs share. A JVM that was killed could not clean up; the next one
/// does it for it.
record TestFolder(Path base, Path run) {
  private static final String OWNER = "owner";

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
      Files.writeString(folder.run.resolve(OWNER), identity(me));
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
      var owner = Files.readString(run.resolve(OWNER));
      var pid = Long.parseLong(owner.substring(0, owner.indexOf(' ')));
      return ProcessHandle.of(pid).map(TestFolder::identity).filter(owner::equals).isEmpty();
    } catch (IOException | RuntimeException e) {
      return false;
    }
  }

  /// Number and start time: numbers are used again.
  private static String identity(ProcessHandle process) {
    return process.pid()
        + " "
        + process.info().startInstant().map(start -> start.toEpochMilli()).orElse(0L);
  }
}
