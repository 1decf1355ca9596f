package dev.plaza.dev.launcher;

import java.io.IOException;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/// `./plaza logs`: the last lines of one part or of all, and with `--follow` those to come.
final class LogView {
  private static final Duration STEP = Duration.ofMillis(300);
  private static final int CHUNK_BYTES_MAX = 256 * 1024;

  private final Ground ground;
  private final PrintStream out;

  LogView(Ground ground, PrintStream out) {
    this.ground = ground;
    this.out = out;
  }

  /// @param parts whose logs; with more than one, each line says whose it is
  void show(List<String> parts, int lines, boolean follow) {
    var files = new LinkedHashMap<String, Path>();
    for (var part : parts) {
      files.put(part, file(part));
    }
    var positions = new LinkedHashMap<String, Long>();
    files.forEach(
        (part, file) -> {
          LogFiles.tail(file, lines).forEach(line -> print(files, part, line));
          positions.put(part, length(file));
        });
    while (follow) {
      files.forEach((part, file) -> positions.compute(part, (_, from) -> more(files, part, from)));
      LockSupport.parkNanos(STEP.toNanos());
    }
  }

  private Path file(String part) {
    return Programs.names().contains(part)
        ? new Programs(ground).log(part)
        : LogFiles.log(ground, part);
  }

  private long more(
      Map<String, Path> files, String part, @org.jspecify.annotations.Nullable Long from) {
    var file = files.get(part);
    if (file == null || from == null) {
      return 0;
    }
    var length = length(file);
    if (length <= from) {
      return length;
    }
    try (var open = new RandomAccessFile(file.toFile(), "r")) {
      var bytes = new byte[(int) Math.min(length - from, CHUNK_BYTES_MAX)];
      open.seek(from);
      open.readFully(bytes);
      new String(bytes, StandardCharsets.UTF_8).lines().forEach(line -> print(files, part, line));
      return from + bytes.length;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void print(Map<String, Path> files, String part, String line) {
    out.println(files.size() > 1 ? "%-18s %s".formatted(part, line) : line);
  }

  private static long length(Path file) {
    try {
      return Files.exists(file) ? Files.size(file) : 0;
    } catch (IOException e) {
      return 0;
    }
  }
}
