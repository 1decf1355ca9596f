package dev.plaza.quota.log;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/// Proof that no other process writes a shard's log: an operating-system lock on a file beside
/// it.
///
/// A lease protects against an owner that is paused or cut off, and makes the next owner wait
/// until it has run out. A killed process loses its file locks at once, so whoever gets this lock
/// need not wait. A stopped (paused) process keeps it. It holds between processes that share a
/// file system; without it, wait for the lease.
public final class OwnerLock implements AutoCloseable {

  private final FileChannel channel;

  private OwnerLock(FileChannel channel) {
    this.channel = channel;
  }

  /// The lock of a shard, unless another process (or this one) has it.
  public static Optional<OwnerLock> tryAcquire(Path root, int shard) {
    try {
      Path folder = root.resolve(Layout.folder(shard));
      Files.createDirectories(folder);
      var channel =
          FileChannel.open(
              folder.resolve("owner.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      try {
        if (channel.tryLock() != null) {
          return Optional.of(new OwnerLock(channel));
        }
      } catch (OverlappingFileLockException _) {
        // Held by this very process.
      }
      channel.close();
      return Optional.empty();
    } catch (IOException failure) {
      throw new LogUnavailableException("cannot lock shard " + shard, failure);
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException failure) {
      throw new LogUnavailableException("cannot release the lock of a shard", failure);
    }
  }
}
