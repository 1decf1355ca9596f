package dev.plaza.dev.launcher;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What a part said since the start began, short enough to be read: how its JVM complained first,
/// and what it logged last. Frames of stack traces stay in the files.
final class LastWords {
  private static final int BYTES_MAX = 256 * 1024;
  private static final int PRINTED_LINES = 6;
  private static final int LOGGED_LINES = 18;

  private final Ground ground;
  private final Map<Path, Long> marks = new HashMap<>();

  LastWords(Ground ground) {
    this.ground = ground;
  }

  /// From here on it counts.
  void listen(String part, String jvm) {
    mark(LogFiles.log(ground, part));
    mark(LogFiles.out(ground, jvm));
  }

  List<String> of(String part, String jvm) {
    var printed = said(LogFiles.out(ground, jvm));
    var logged = said(LogFiles.log(ground, part));
    var words = new ArrayList<>(printed.subList(0, Math.min(PRINTED_LINES, printed.size())));
    words.addAll(logged.subList(Math.max(0, logged.size() - LOGGED_LINES), logged.size()));
    return words;
  }

  private void mark(Path file) {
    try {
      marks.put(file, Files.exists(file) ? Files.size(file) : 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String> said(Path file) {
    if (!Files.exists(file)) {
      return List.of();
    }
    try (var open = new RandomAccessFile(file.toFile(), "r")) {
      var mark = marks.getOrDefault(file, 0L);
      var from = Math.max(mark > open.length() ? 0 : mark, open.length() - BYTES_MAX);
      var bytes = new byte[(int) (open.length() - from)];
      open.seek(from);
      open.readFully(bytes);
      return new String(bytes, StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("\tat ") && !line.startsWith("\t..."))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
