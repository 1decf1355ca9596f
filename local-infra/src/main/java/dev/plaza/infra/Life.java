package dev.plaza.infra;

import java.io.IOException;
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

  /// `/proc/<pid>/stat` is `pid (name) state …`, where the name may hold anything.
  private static boolean isZombie(long pid) {
    try {
      var stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      var state = stat.substring(stat.lastIndexOf(')') + 1).strip();
      return state.startsWith("Z") || state.startsWith("X");
    } catch (IOException e) {
      return false;
    }
  }
}
