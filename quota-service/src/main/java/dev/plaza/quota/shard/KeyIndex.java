package dev.plaza.quota.shard;

import dev.plaza.quota.log.Ident;
import java.util.Arrays;

/// From a 128-bit key to the number of its entry: open addressing, four bytes a slot, keys stay
/// with the entries.
///
/// It is cut into parts that grow on their own, so that growing never stops the shard for the
/// time it takes to move millions of slots: moving one part of a table of ten million takes about
/// a millisecond.
final class KeyIndex {

  private static final int PARTS = 256;
  private static final int SLOTS_MIN = 8;
  private static final int[] EMPTY = {0};

  private final int[][] parts = new int[PARTS][];
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
    int[] slots = parts[part(hash)];
    int mask = slots.length - 1;
    for (int slot = (int) hash & mask; slots[slot] != 0; slot = slot + 1 & mask) {
      int entry = slots[slot] - 1;
      if (keys.lo(entry) == lo && keys.hi(entry) == hi) {
        return entry;
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
    place(parts[part], hash, entry);
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
    int[] old = parts[part];
    int[] grown = new int[Math.max(SLOTS_MIN, old.length * 2)];
    for (int it : old) {
      if (it != 0) {
        place(grown, hash(keys.hi(it - 1), keys.lo(it - 1)), it - 1);
      }
    }
    parts[part] = grown;
  }

  private static void place(int[] slots, long hash, int entry) {
    int mask = slots.length - 1;
    int slot = (int) hash & mask;
    while (slots[slot] != 0) {
      slot = slot + 1 & mask;
    }
    slots[slot] = entry + 1;
  }

  /// Takes an entry out; those that were pushed past its slot move up.
  void remove(int entry) {
    long hash = hash(keys.hi(entry), keys.lo(entry));
    int[] slots = parts[part(hash)];
    int mask = slots.length - 1;
    int gap = (int) hash & mask;
    while (slots[gap] != entry + 1) {
      gap = gap + 1 & mask;
    }
    for (int slot = gap + 1 & mask; slots[slot] != 0; slot = slot + 1 & mask) {
      int home = (int) hash(keys.hi(slots[slot] - 1), keys.lo(slots[slot] - 1)) & mask;
      if ((slot - home & mask) >= (slot - gap & mask)) {
        slots[gap] = slots[slot];
        gap = slot;
      }
    }
    slots[gap] = 0;
    sizes[part(hash)]--;
  }

  private static long hash(long hi, long lo) {
    return Ident.mix(hi ^ Long.rotateLeft(lo, 29) * 0x9E3779B97F4A7C15L);
  }

  private static int part(long hash) {
    return (int) (hash >>> 56);
  }

  long bytes() {
    return Arrays.stream(parts).mapToLong(it -> 4L * it.length).sum();
  }
}
