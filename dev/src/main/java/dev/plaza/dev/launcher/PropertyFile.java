package dev.plaza.dev.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.Properties;

/// Properties in a file that is always whole: written beside and moved.
record PropertyFile(Path path) {

  Optional<Properties> read() {
    if (!Files.exists(path)) {
      return Optional.empty();
    }
    var properties = new Properties();
    try (var in = Files.newBufferedReader(path, StandardCharsets.UTF_8)) {
      properties.load(in);
      return Optional.of(properties);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void write(Properties properties) {
    var beside = path.resolveSibling(path.getFileName() + ".new");
    try {
      try (var out = Files.newBufferedWriter(beside, StandardCharsets.UTF_8)) {
        properties.store(out, null);
      }
      Files.move(beside, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void delete() {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
