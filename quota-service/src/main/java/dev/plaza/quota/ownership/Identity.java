package dev.plaza.quota.ownership;

import dev.plaza.platform.Ids;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Who this instance is: the first free place among those of its log root.
///
/// A place is a locked file, and its id stays the same from start to start. Whoever holds the lock
/// knows that the former holder is gone, and may go on with its shards without waiting for any
/// lease.
final class Identity implements AutoCloseable {

  private static final int PLACES_MAX = 256;

  private final String id;
  private final String root;
  private final FileChannel lock;

  private Identity(String id, String root, FileChannel lock) {
    this.id = id;
    this.root = root;
    this.lock = lock;
  }

  static Identity take(Path logRoot) {
    try {
      Path folder = Files.createDirectories(logRoot.resolve("instances"));
      String root = idIn(logRoot.resolve("root.id"));
      for (int place = 0; place < PLACES_MAX; place++) {
        FileChannel lock = tryLock(folder.resolve("%03d.lock".formatted(place)));
        if (lock != null) {
          return new Identity(idIn(folder.resolve("%03d.id".formatted(place))), root, lock);
        }
      }
      throw new IllegalStateException("all places of " + logRoot + " are taken");
    } catch (IOException e) {
      throw new UncheckedIOException("the log root " + logRoot + " cannot be used", e);
    }
  }

  private static @org.jspecify.annotations.Nullable FileChannel tryLock(Path file)
      throws IOException {
    var channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() != null) {
        return channel;
      }
    } catch (OverlappingFileLockException _) {
      // Another instance in this very process.
    }
    channel.close();
    return null;
  }

  /// The id in a file; a new one if it is not there. Two who make it at once agree on one.
  private static String idIn(Path file) throws IOException {
    if (!Files.exists(file)) {
      Path draft = Files.createTempFile(file.getParent(), "id", ".tmp");
      Files.writeString(draft, Ids.next());
      try {
        Files.createLink(file, draft);
      } catch (FileAlreadyExistsException _) {
        // The other one's holds.
      } finally {
        Files.delete(draft);
      }
    }
    return Files.readString(file).strip();
  }

  String id() {
    return id;
  }

  String root() {
    return root;
  }

  @Override
  public void close() {
    try {
      lock.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
