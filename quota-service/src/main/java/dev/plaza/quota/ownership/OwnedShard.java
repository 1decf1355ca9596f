package dev.plaza.quota.ownership;

import dev.plaza.quota.log.OwnerLock;
import dev.plaza.quota.shard.Shard;
import org.jspecify.annotations.Nullable;

/// A shard that this instance writes.
///
/// @param lock held for as long as the shard is open; null while a stopped predecessor still has it
public record OwnedShard(int id, long epoch, Shard engine, @Nullable OwnerLock lock) {

  void close() {
    try {
      engine.close();
    } finally {
      if (lock != null) {
        lock.close();
      }
    }
  }
}
