package dev.plaza.quota.shard;

import dev.plaza.quota.log.StateInput;
import java.io.IOException;

/// What is remembered of each GUID, 48 bytes and its slot in the index (about 7): what it stands
/// for (fingerprint, offer, person, units, amount), where it stands, and the answer it got.
final class GuidTable {

  private static final int HI = 0;
  private static final int LO = 1;
  private static final int FINGERPRINT = 2;
  private static final int AMOUNT = 3;

  /// Number of the offer plus one (upper half), of the person (lower half).
  private static final int OWNERS = 4;

  /// `hint:32 | units:24 | unused:2 | used:1 | reservation:1 | slow:1 | status:3`
  private static final int STATE = 5;

  private static final long HINT_MAX = 0xFFFF_FFFFL;

  private final Rows rows = new Rows(6);
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

  int find(long hi, long lo) {
    return index.find(hi, lo);
  }

  /// Adds a GUID that is not there.
  ///
  /// @param hint what was left, plus one; 0 for no limit
  int add(long hi, long lo, long fingerprint, int offer, int user, Terms terms, long hint) {
    int entry = rows.add();
    rows.set(entry, HI, hi);
    rows.set(entry, LO, lo);
    rows.set(entry, FINGERPRINT, fingerprint);
    rows.set(entry, AMOUNT, terms.amount);
    rows.set(entry, OWNERS, ((offer + 1L) << 32) | (user & 0xFFFF_FFFFL));
    rows.set(
        entry,
        STATE,
        (Math.min(hint, HINT_MAX) << 32)
            | (terms.units << 8)
            | (1 << 5)
            | (terms.mode == Mode.RESERVE ? 1 << 4 : 0)
            | (terms.path == Path.SLOW ? 1 << 3 : 0)
            | terms.status.code());
    index.add(entry);
    return entry;
  }

  /// What a GUID stands for, and where it stands.
  record Terms(long units, long amount, Mode mode, Path path, Status status) {}

  void remove(int entry) {
    index.remove(entry);
    rows.remove(entry);
  }

  long hi(int entry) {
    return rows.get(entry, HI);
  }

  long lo(int entry) {
    return rows.get(entry, LO);
  }

  long fingerprint(int entry) {
    return rows.get(entry, FINGERPRINT);
  }

  long amount(int entry) {
    return rows.get(entry, AMOUNT);
  }

  void amount(int entry, long amount) {
    rows.set(entry, AMOUNT, amount);
  }

  /// Number of the offer; -1 for a GUID that was reversed before it was known.
  int offer(int entry) {
    return (int) (rows.get(entry, OWNERS) >>> 32) - 1;
  }

  int user(int entry) {
    return (int) rows.get(entry, OWNERS);
  }

  long units(int entry) {
    return rows.get(entry, STATE) >>> 8 & 0xFF_FFFF;
  }

  /// What was left when it was decided, plus one; 0 for no limit.
  long hint(int entry) {
    return rows.get(entry, STATE) >>> 32;
  }

  Mode mode(int entry) {
    return (rows.get(entry, STATE) & 1 << 4) == 0 ? Mode.REDEEM : Mode.RESERVE;
  }

  Path path(int entry) {
    return (rows.get(entry, STATE) & 1 << 3) == 0 ? Path.FAST : Path.SLOW;
  }

  Status status(int entry) {
    return Status.of((int) rows.get(entry, STATE) & 7);
  }

  void status(int entry, Status status) {
    rows.set(entry, STATE, (rows.get(entry, STATE) & ~7L) | status.code());
  }

  /// Whether the number belongs to a GUID just now.
  boolean used(int entry) {
    return (rows.get(entry, STATE) & 1 << 5) != 0;
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

  /// One above the highest number in use.
  int end() {
    return rows.end();
  }

  long bytes() {
    return rows.bytes() + index.bytes();
  }
}
