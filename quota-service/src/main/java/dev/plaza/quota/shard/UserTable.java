package dev.plaza.quota.shard;

import dev.plaza.quota.log.Ident;
import dev.plaza.quota.log.StateInput;
import java.io.IOException;

/// Units each person has spent of each offer: exact, because all of a person's commands for an
/// offer come to one shard.
final class UserTable {

  private static final int HI = 0;
  private static final int LO = 1;

  /// `offer:32 | units spent:32`
  private static final int SPENT = 2;

  private final Rows rows = new Rows(3);
  private final KeyIndex index =
      new KeyIndex(
          new KeyIndex.Keys() {
            @Override
            public long hi(int entry) {
              return rows.get(entry, HI);
            }

            @Override
            public long lo(int entry) {
              return rows.get(entry, LO);
            }
          });

  /// The entry of a person for an offer, or -1.
  int find(int offer, Ident user) {
    return index.find(keyHi(offer, user), keyLo(offer, user));
  }

  int findOrAdd(int offer, Ident user) {
    int entry = find(offer, user);
    if (entry < 0) {
      entry = rows.add();
      rows.set(entry, HI, keyHi(offer, user));
      rows.set(entry, LO, keyLo(offer, user));
      rows.set(entry, SPENT, (long) offer << 32);
      index.add(entry);
    }
    return entry;
  }

  private static long keyHi(int offer, Ident user) {
    return user.hi() ^ Ident.mix(2L * offer + 1);
  }

  private static long keyLo(int offer, Ident user) {
    return user.lo() ^ Ident.mix(2L * offer + 2);
  }

  long spent(int entry) {
    return rows.get(entry, SPENT) & 0xFFFF_FFFFL;
  }

  void spend(int entry, long units) {
    rows.set(entry, SPENT, rows.get(entry, SPENT) + units);
  }

  int offer(int entry) {
    return (int) (rows.get(entry, SPENT) >>> 32);
  }

  boolean used(int entry) {
    return (rows.get(entry, HI) | rows.get(entry, LO)) != 0;
  }

  void remove(int entry) {
    index.remove(entry);
    rows.remove(entry);
  }

  Rows.Image image() {
    return rows.image();
  }

  void restore(StateInput from) throws IOException {
    rows.restore(from);
    index.expect(size());
    for (int entry = 0; entry < end(); entry++) {
      if (used(entry)) {
        index.add(entry);
      }
    }
  }

  int size() {
    return rows.size();
  }

  int end() {
    return rows.end();
  }

  long bytes() {
    return rows.bytes() + index.bytes();
  }
}
