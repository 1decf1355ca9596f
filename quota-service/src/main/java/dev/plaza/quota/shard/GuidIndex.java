package dev.plaza.quota.shard;

import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/// Which shard of this instance knows a GUID: finds the shard of a confirmation or reversal, and
/// refuses a GUID that comes back with another person or offer and so falls to another shard. Any
/// thread may ask.
public final class GuidIndex {

  private final ConcurrentHashMap<UUID, Integer> shards = new ConcurrentHashMap<>();

  /// Takes a GUID for a shard; false when another shard has it.
  boolean claim(UUID guid, int shard) {
    Integer owner = shards.putIfAbsent(guid, shard);
    return owner == null || owner == shard;
  }

  void release(UUID guid, int shard) {
    shards.remove(guid, shard);
  }

  /// The shard of this instance that knows the GUID.
  public OptionalInt shardOf(UUID guid) {
    Integer shard = shards.get(guid);
    return shard == null ? OptionalInt.empty() : OptionalInt.of(shard);
  }
}
