package dev.plaza.ratelimit;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The buckets in memory: a cache of fixed size, in sets of eight.
///
/// A lookup reads the eight hashes of a set, which are one cache line, and one bucket. A set that
/// is full gives up the bucket that was idle longest, if it has been idle for long enough; so the
/// table is a least-recently-used cache, nearly, whose size no caller can change.
final class BucketTable {

  private static final int WAYS = 8;
  private static final int ROOM = 3;
  private static final int LOCKS = 64;
  private static final VarHandle HASHES = MethodHandles.arrayElementVarHandle(long[].class);
  private static final VarHandle SLOTS = MethodHandles.arrayElementVarHandle(Bucket[].class);

  private final long[] hashes;
  private final @Nullable Bucket[] slots;
  private final int setMask;
  private final long idleNanos;
  private final Object[] locks = new Object[LOCKS];
  private final Consumer<Bucket> evicted;

  /// @param evicted told of each bucket that makes room
  BucketTable(int keysMax, long idleNanos, Consumer<Bucket> evicted) {
    // With keys spread by chance, some sets are full long before the table is: hence the room.
    var sets = Integer.highestOneBit(Math.max(1, ROOM * keysMax / WAYS - 1)) * 2;
    this.hashes = new long[sets * WAYS];
    this.slots = new Bucket[sets * WAYS];
    this.setMask = sets - 1;
    this.idleNanos = idleNanos;
    this.evicted = evicted;
    for (var i = 0; i < LOCKS; i++) {
      locks[i] = new Object();
    }
  }

  int capacity() {
    return slots.length;
  }

  @Nullable Bucket find(long first, long second) {
    var base = ((int) first & setMask) * WAYS;
    for (var i = base; i < base + WAYS; i++) {
      if (hashes[i] == first) {
        var bucket = (Bucket) SLOTS.getAcquire(slots, i);
        if (bucket != null && bucket.first == first && bucket.second == second) {
          return bucket;
        }
      }
    }
    return null;
  }

  /// The bucket of that identity: the one there is, or the new one. Null if there is no room.
  @Nullable Bucket add(Bucket fresh, long now) {
    var set = (int) fresh.first & setMask;
    synchronized (locks[set & (LOCKS - 1)]) {
      var found = find(fresh.first, fresh.second);
      if (found != null) {
        return found;
      }
      var place = room(set, now);
      if (place < 0) {
        return null;
      }
      var before = slots[place];
      SLOTS.setRelease(slots, place, fresh);
      HASHES.setRelease(hashes, place, fresh.first);
      if (before != null) {
        before.retire();
        evicted.accept(before);
      }
      return fresh;
    }
  }

  private int room(int set, long now) {
    var oldest = -1;
    for (var i = set * WAYS; i < (set + 1) * WAYS; i++) {
      var bucket = slots[i];
      if (bucket == null) {
        return i;
      }
      if (bucket.idle(now, idleNanos) && (oldest < 0 || bucket.touchedAt - touched(oldest) < 0)) {
        oldest = i;
      }
    }
    return oldest;
  }

  private long touched(int place) {
    var bucket = slots[place];
    return bucket == null ? 0 : bucket.touchedAt;
  }

  void forEach(int piece, int pieces, Consumer<Bucket> action) {
    var size = slots.length / pieces;
    for (var i = piece * size; i < (piece == pieces - 1 ? slots.length : (piece + 1) * size); i++) {
      var bucket = (Bucket) SLOTS.getAcquire(slots, i);
      if (bucket != null) {
        action.accept(bucket);
      }
    }
  }
}
