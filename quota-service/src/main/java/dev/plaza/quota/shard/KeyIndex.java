package dev.plaza.quota.shard;

import dev.plaza.quota.log.Ident;
import java.util.Arrays;

/// From a 128-bit key to the number of its entry: open addressing, eight bytes a slot, keys stay
/// with the entries. A slot also has half of the key's hash, so that another key is told apart,
/// and a slot moved, without a look at the entry: that look would be what a search costs.
///
/// It is cut into parts that grow on their own, so that growing never stops the shard for the
/// time it takes to move millions of slots: moving one part of a table of ten million takes about
/// a millisecond.
final class KeyIndex {

  private static final int PARTS = 256;
  private static final int SLOTS_MIN = 8;
  private static final long[] EMPTY = {0};

  /// Slots: `lower half of the hash:32 | entry plus one:32`, 0 for a free one.
  private final long[][] parts = new long[PARTS][];

  private final int[] sizes = new int[PARTS];
  private final Keys keys;

  /// Where the keys are.
  interface Keys {
    long hi(int entry);

    long lo(int entry);
  }

  KeyIndex(Keys keys) {
    this.keys = keys;
    Arrays.fill(parts, EMPTY);
  }

  /// The entry with this key, or -1.
  int find(long hi, long lo) {
    long hash = hash(hi, lo);
    long[] slots = parts[part(hash)];
    int mask = slots.length - 1;
    for (int slot = (int) hash & mask; slots[slot] != 0; slot = slot + 1 & mask) {
      if (home(slots[slot]) == (int) hash) {
        int entry = entry(slots[slot]);
        if (keys.lo(entry) == lo && keys.hi(entry) == hi) {
          return entry;
        }
      }
    }
    return -1;
  }

  /// Adds an entry whose key is not there.
  void add(int entry) {
    long hash = hash(keys.hi(entry), keys.lo(entry));
    int part = part(hash);
    if (++sizes[part] * 10L > parts[part].length * 7L) {
      grow(part);
    }
    place(parts[part], hash << 32 | (entry + 1L));
  }

  /// Makes room for so many entries at once.
  void expect(int entries) {
    int each = (int) (entries / PARTS * 10L / 7);
    for (int part = 0; part < PARTS; part++) {
      while (parts[part].length < each) {
        grow(part);
      }
    }
  }

  private void grow(int part) {
    long[] grown = new long[Math.max(SLOTS_MIN, parts[part].length * 2)];
    for (long it : parts[part]) {
      if (it != 0) {
        place(grown, it);
      }
    }
    parts[part] = grown;
  }

  private static void place(long[] slots, long content) {
    int mask = slots.length - 1;
    int slot = home(content) & mask;
    while (slots[slot] != 0) {
      slot = slot + 1 & mask;
    }
    slots[slot] = content;
  }

  /// Takes an entry out; those that were pushed past its slot move up.
  void remove(int entry) {
    long hash = hash(keys.hi(entry), keys.lo(entry));
    long[] slots = parts[part(hash)];
    int mask = slots.length - 1;
    int gap = (int) hash & mask;
    while (entry(slots[gap]) != entry) {
      gap = gap + 1 & mask;
    }
    for (int slot = gap + 1 & mask; slots[slot] != 0; slot = slot + 1 & mask) {
      if ((slot - home(slots[slot]) & mask) >= (slot - gap & mask)) {
        slots[gap] = slots[slot];
        gap = slot;
      }
    }
    slots[gap] = 0;
    sizes[part(hash)]--;
  }

  private static int entry(long content) {
    return (int) content - 1;
  }

  private static int home(long content) {
    return (int) (content >>> 32);
  }

  private static long hash(long hi, long lo) {
    return Ident.mix(hi ^ Long.rotateLeft(lo, 29) * 0x9E3779B97F4A7C15L);
  }

  private static int part(long hash) {
    return (int) (hash >>> 56);
  }

  long bytes() {
    return Arrays.stream(parts).mapToLong(it -> 8L * it.length).sum();
  }
}
