package dev.plaza.dev.launcher;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/// Two files a part: `<part>.log` is what it logs, `<jvm>.out` what its JVM prints, which is little
/// unless it dies.
final class LogFiles {
  private static final long OUT_BYTES_MAX = 1_000_000;
  private static final int TAIL_BYTES_MAX = 512 * 1024;

  private LogFiles() {}

  static Path log(Ground ground, String part) {
    return ground.logs().resolve(part + ".log");
  }

  /// What a JVM prints; a long one is put aside first.
  static Path out(Ground ground, String jvm) {
    var out = ground.logs().resolve(jvm + ".out");
    try {
      if (Files.exists(out) && Files.size(out) > OUT_BYTES_MAX) {
        Files.move(out, out.resolveSibling(jvm + ".out.1"), StandardCopyOption.REPLACE_EXISTING);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out;
  }

  /// The file that tells every JVM how to log, written at each start.
  static Path configuration(Ground ground) {
    return ground.run().resolve("logback.xml");
  }

  static void writeConfiguration(Ground ground) {
    try (var in = LogFiles.class.getResourceAsStream("logback-parts.xml")) {
      if (in == null) {
        throw new IllegalStateException("logback-parts.xml is missing");
      }
      Files.copy(in, configuration(ground), StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The last lines of a file, of at most half a megabyte.
  static List<String> tail(Path file, int lines) {
    if (!Files.exists(file)) {
      return List.of();
    }
    try (var open = new RandomAccessFile(file.toFile(), "r")) {
      var from = Math.max(0, open.length() - TAIL_BYTES_MAX);
      open.seek(from);
      var bytes = new byte[(int) (open.length() - from)];
      open.readFully(bytes);
      var all = new String(bytes, StandardCharsets.UTF_8).lines().toList();
      return all.subList(Math.max(0, all.size() - lines), all.size());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
