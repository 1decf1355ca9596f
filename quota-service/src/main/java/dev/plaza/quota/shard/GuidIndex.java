package dev.plaza.quota.shard;

import dev.plaza.quota.log.Ident;
import java.util.OptionalInt;
import java.util.UUID;

/// Which shard of this instance knows a GUID: finds the shard of a confirmation or reversal, and
/// refuses a GUID that comes back with another person or offer and so falls to another shard. Any
/// thread may ask. About 28 bytes for each GUID.
public final class GuidIndex {

  private static final int STRIPES = 256;

  private final Stripe[] stripes = new Stripe[STRIPES];

  public GuidIndex() {
    for (int at = 0; at < STRIPES; at++) {
      stripes[at] = new Stripe();
    }
  }

  /// The shard of this instance that knows the GUID.
  public OptionalInt shardOf(UUID guid) {
    long hi = guid.getMostSignificantBits();
    long lo = guid.getLeastSignificantBits();
    int shard = stripe(hi, lo).find(hi, lo);
    return shard < 0 ? OptionalInt.empty() : OptionalInt.of(shard);
  }

  /// Whether a shard may have this GUID: no other one has it.
  boolean free(long hi, long lo, int shard) {
    int owner = stripe(hi, lo).find(hi, lo);
    return owner < 0 || owner == shard;
  }

  /// Takes a GUID for a shard; false when another shard has it.
  boolean claim(long hi, long lo, int shard) {
    return stripe(hi, lo).claim(hi, lo, shard);
  }

  /// Makes room for so many more at once.
  void expect(int more) {
    for (Stripe it : stripes) {
      it.expect(more / STRIPES);
    }
  }

  void release(long hi, long lo, int shard) {
    stripe(hi, lo).release(hi, lo, shard);
  }

  /// Forgets all GUIDs of a shard.
  void releaseAll(int shard) {
    for (Stripe it : stripes) {
      it.releaseAll(shard);
    }
  }

  private Stripe stripe(long hi, long lo) {
    return stripes[(int) (hash(hi, lo) >>> 56)];
  }

  private static long hash(long hi, long lo) {
    return Ident.mix(hi + 31 * lo);
  }

  /// Open addressing under one lock; a slot is free when its shard is 0 (shards count from 1
  /// here).
  private static final class Stripe {

    private long[] keys = new long[16];
    private short[] shards = new short[8];
    private int size;

    synchronized int find(long hi, long lo) {
      return shards[slot(hi, lo)] - 1;
    }

    synchronized boolean claim(long hi, long lo, int shard) {
      int slot = slot(hi, lo);
      if (shards[slot] != 0) {
        return shards[slot] == shard + 1;
      }
      put(slot, hi, lo, (short) (shard + 1));
      if (++size * 10L > shards.length * 7L) {
        rebuild(shards.length * 2, -1);
      }
      return true;
    }

    synchronized void expect(int more) {
      int capacity = shards.length;
      while ((size + more) * 10L > capacity * 7L) {
        capacity *= 2;
      }
      if (capacity > shards.length) {
        rebuild(capacity, -1);
      }
    }

    synchronized void release(long hi, long lo, int shard) {
      int gap = slot(hi, lo);
      if (shards[gap] != shard + 1) {
        return;
      }
      int mask = shards.length - 1;
      for (int slot = gap + 1 & mask; shards[slot] != 0; slot = slot + 1 & mask) {
        int home = (int) hash(keys[2 * slot], keys[2 * slot + 1]) & mask;
        if ((slot - home & mask) >= (slot - gap & mask)) {
          put(gap, keys[2 * slot], keys[2 * slot + 1], shards[slot]);
          gap = slot;
        }
      }
      shards[gap] = 0;
      size--;
    }

    synchronized void releaseAll(int shard) {
      if (size > 0) {
        rebuild(shards.length, shard + 1);
      }
    }

    private void rebuild(int capacity, int without) {
      long[] oldKeys = keys;
      short[] oldShards = shards;
      keys = new long[2 * capacity];
      shards = new short[capacity];
      size = 0;
      for (int at = 0; at < oldShards.length; at++) {
        if (oldShards[at] != 0 && oldShards[at] != without) {
          long hi = oldKeys[2 * at];
          long lo = oldKeys[2 * at + 1];
          put(slot(hi, lo), hi, lo, oldShards[at]);
          size++;
        }
      }
    }

    private int slot(long hi, long lo) {
      int mask = shards.length - 1;
      int slot = (int) hash(hi, lo) & mask;
      while (shards[slot] != 0 && (keys[2 * slot] != hi || keys[2 * slot + 1] != lo)) {
        slot = slot + 1 & mask;
      }
      return slot;
    }

    private void put(int slot, long hi, long lo, short shard) {
      keys[2 * slot] = hi;
      keys[2 * slot + 1] = lo;
      shards[slot] = shard;
    }
  }
}
