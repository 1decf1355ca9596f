package dev.plaza.dev.launcher;

import dev.plaza.infra.Life;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/// Remembers a process that was started: its number, when it began (numbers are used again), and
/// the key of what it runs, so that a later `up` knows whether it is still what is wanted.
record RunFile(String name, long pid, long beganMs, String key) {
  private static final String SUFFIX = ".pid";

  /// Linux counts a process's start from the boot, whose time moves when the clock is set right.
  private static final long CLOCK_TOLERANCE_MS = 5_000;

  static RunFile of(String name, ProcessHandle process, String key) {
    return new RunFile(name, process.pid(), began(process), key);
  }

  /// The process, if it still lives and is the one that was started.
  Optional<ProcessHandle> process() {
    return ProcessHandle.of(pid).filter(Life::isAlive).filter(this::isSame);
  }

  private boolean isSame(ProcessHandle process) {
    var began = began(process);
    return beganMs == 0 || began == 0 || Math.abs(began - beganMs) < CLOCK_TOLERANCE_MS;
  }

  void write(Path folder) {
    var properties = new Properties();
    properties.setProperty("pid", Long.toString(pid));
    properties.setProperty("began", Long.toString(beganMs));
    properties.setProperty("key", key);
    file(folder, name).write(properties);
  }

  void delete(Path folder) {
    file(folder, name).delete();
  }

  /// A file that cannot be understood counts as none.
  static Optional<RunFile> read(Path folder, String name) {
    try {
      return file(folder, name)
          .read()
          .map(
              properties ->
                  new RunFile(
                      name,
                      Long.parseLong(properties.getProperty("pid", "-1")),
                      Long.parseLong(properties.getProperty("began", "0")),
                      properties.getProperty("key", "")));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /// All there are, the oldest first.
  static List<RunFile> all(Path folder) {
    var found = new ArrayList<RunFile>();
    try (var files = Files.list(folder)) {
      for (var file : List.copyOf(files.toList())) {
        var fileName = file.getFileName().toString();
        if (fileName.endsWith(SUFFIX)) {
          read(folder, fileName.substring(0, fileName.length() - SUFFIX.length()))
              .ifPresent(found::add);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    found.sort(Comparator.comparingLong(RunFile::beganMs));
    return found;
  }

  private static PropertyFile file(Path folder, String name) {
    return new PropertyFile(folder.resolve(name + SUFFIX));
  }

  private static long began(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
  }
}
