package dev.plaza.ratelimit.policy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;

/// The last known changes on disk, for a start while the store is away. Replaced whole, so that a
/// crash leaves the old file or the new one.
final class PolicyFile {

  private static final Logger log = LoggerFactory.getLogger(PolicyFile.class);

  private final Path path;

  PolicyFile(Path path) {
    this.path = path;
  }

  /// What was written, and when it was last confirmed.
  record Kept(PolicyChanges changes, Instant confirmedAt) {}

  Optional<Kept> read() {
    try {
      if (!Files.exists(path)) {
        return Optional.empty();
      }
      return Optional.of(
          new Kept(
              PolicyJson.readChanges(Files.readString(path)),
              Files.getLastModifiedTime(path).toInstant()));
    } catch (IOException | JacksonException | InvalidPolicy e) {
      log.warn("The last known policies in {} cannot be read: {}", path, e.getMessage());
      return Optional.empty();
    }
  }

  void write(PolicyChanges changes) {
    try {
      var folder = path.toAbsolutePath().getParent();
      Files.createDirectories(folder);
      var beside = Files.createTempFile(folder, "policies", ".part");
      Files.writeString(beside, PolicyJson.write(changes));
      Files.move(beside, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot keep the policies in " + path, e);
    }
  }
}
