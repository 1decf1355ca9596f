package dev.plaza.quota.ownership;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// Fences beside the logs: who opens a shard first writes its epoch there, and whoever finds a
/// newer epoch than its own stops writing.
///
/// This is what makes a lease safe, and it needs no database: as long as an owner looks here and
/// finds no newer epoch, nobody has opened its log, so in a partition it may go on. What it
/// acknowledges within `lease` after a look is covered by that look; a new owner waits that long
/// after setting its fence, unless it knows that the former owner's process is gone.
final class Fences {

  private final Path folder;

  Fences(Path logRoot) {
    try {
      this.folder = Files.createDirectories(logRoot.resolve("fences"));
    } catch (IOException e) {
      throw new UncheckedIOException("the log root " + logRoot + " cannot be used", e);
    }
  }

  /// The newest epoch anybody has opened the shard under, 0 for none.
  long epoch(int shard) {
    try {
      return Long.parseLong(Files.readString(file(shard)).strip());
    } catch (NoSuchFileException _) {
      return 0;
    } catch (IOException e) {
      throw new UncheckedIOException("the fence of shard " + shard + " cannot be read", e);
    }
  }

  void set(int shard, long epoch) {
    try {
      if (epoch(shard) >= epoch) {
        return;
      }
      Path draft = Files.createTempFile(folder, "fence", ".tmp");
      Files.writeString(draft, Long.toString(epoch));
      Files.move(draft, file(shard), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException("the fence of shard " + shard + " cannot be set", e);
    }
  }

  private Path file(int shard) {
    return folder.resolve("shard-%02d".formatted(shard));
  }
}
