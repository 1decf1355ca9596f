package dev.plaza.journeys;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// How long each log was at a moment, to read what was written after it.
record LogMark(Path folder, Map<Path, Long> lengths) {

  private static final Pattern TROUBLE =
      Pattern.compile("\\bERROR\\b|^\\s+at [\\w.$]+\\(|^Caused by:|Exception: ");

  static LogMark now(Path folder) {
    var lengths = new HashMap<Path, Long>();
    for (var file : logs(folder)) {
      lengths.put(file, file.toFile().length());
    }
    return new LogMark(folder, Map.copyOf(lengths));
  }

  /// Lines that tell of an error, or of an exception with its stack.
  List<String> errors() {
    var found = new ArrayList<String>();
    for (var file : logs(folder)) {
      var skip = lengths.getOrDefault(file, 0L);
      var text = read(file, skip > file.toFile().length() ? 0 : skip);
      for (var line : text.split("\n")) {
        if (TROUBLE.matcher(line).find()) {
          found.add(file.getFileName() + ": " + line);
        }
      }
    }
    return found;
  }

  private static String read(Path file, long skip) {
    try (var in = Files.newInputStream(file)) {
      in.skipNBytes(skip);
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Of our services; servers and simulators have their own ways to talk.
  private static List<Path> logs(Path folder) {
    try (var files = Files.list(folder)) {
      return files
          .filter(
              file ->
                  file.getFileName()
                      .toString()
                      .matches(
                          "(gateway|catalog|order|dispatch|tracking|quota|notify).*\\.(log|out)"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
