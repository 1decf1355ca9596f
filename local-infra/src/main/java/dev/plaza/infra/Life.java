package dev.plaza.infra;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/// Whether a process still runs. One that has ended but that nobody has asked for its exit code (a
/// zombie, as they pile up in containers without a proper first process) counts as ended: its files
/// and ports are free.
public final class Life {
  private Life() {}

  public static boolean isAlive(ProcessHandle process) {
    return process.isAlive() && !isZombie(process.pid());
  }

  /// Waits for the end, for at most so long; says whether it came.
  public static boolean ended(ProcessHandle process, Duration patience) {
    return Waiting.until(patience, () -> !isAlive(process));
  }

  /// `/proc/<pid>/stat` is `pid (name) state …`, where the name may hold anything. The first thread
  /// may be gone while others still hold files and ports.
  private static boolean isZombie(long pid) {
    var process = Path.of("/proc", Long.toString(pid));
    try (var threads = Files.list(process.resolve("task"))) {
      var stat = Files.readString(process.resolve("stat"));
      var state = stat.substring(stat.lastIndexOf(')') + 1).strip();
      return (state.startsWith("Z") || state.startsWith("X")) && threads.count() <= 1;
    } catch (IOException | UncheckedIOException e) {
      return false;
    }
  }
}
