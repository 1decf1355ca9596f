package dev.plaza.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/// What the JIT compilers of another JVM cost: the price of its first minutes, not of its requests.
/// On two cores they take minutes, and what is measured before is mostly theirs.
public final class Compilers {

  private static final long TICKS_PER_SECOND = 100;

  private Compilers() {}

  /// CPU time of the compilers' threads so far.
  public static Duration cpu(long pid) throws IOException {
    try (var threads = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
      return Duration.ofMillis(threads.mapToLong(Compilers::ticks).sum() * 1000 / TICKS_PER_SECOND);
    }
  }

  /// The name of a thread, then its user and system time as fields 14 and 15 (see proc(5)).
  private static long ticks(Path thread) {
    try {
      String stat = Files.readString(thread.resolve("stat"));
      int name = stat.lastIndexOf(')');
      if (!stat.substring(0, name).contains("CompilerThre")) {
        return 0;
      }
      String[] fields = stat.substring(name + 2).split(" ", -1);
      return Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
    } catch (IOException _) {
      return 0; // The thread has ended.
    }
  }
}
