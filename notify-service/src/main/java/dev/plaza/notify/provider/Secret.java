package dev.plaza.notify.provider;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// A configured value that no log line may show. `file:/run/secrets/key` stands for the content of
/// that file, which is read when it is needed.
public record Secret(String value) {

  private static final String FILE = "file:";

  /// Whether none was configured.
  public boolean isEmpty() {
    return value.isEmpty();
  }

  public String reveal() {
    if (!value.startsWith(FILE)) {
      return value;
    }
    try {
      return Files.readString(Path.of(value.substring(FILE.length())), StandardCharsets.UTF_8)
          .strip();
    } catch (IOException e) {
      throw new UncheckedIOException("a configured secret's file cannot be read", e);
    }
  }

  @Override
  public String toString() {
    return "Secret[…]";
  }
}
