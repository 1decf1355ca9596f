package dev.plaza.quota.log;

import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The state of a shard after record `seq`, in one file: a head, the names of the offers by their
/// numbers, and what the owner of the state made of it.
///
/// @param epoch under which that record was written. A snapshot counts only where the segments say
///     the same, so one that a stale owner took behind its successor's seal never does
record Snapshot(String name, long seq, long epoch, long bytes) {

  private static final long MAGIC = 0x504C415A_534E4150L; // PLAZSNAP
  private static final long VERSION = 1;

  static void write(
      StateOutput into,
      int shard,
      long epoch,
      long seq,
      Map<Integer, String> names,
      FrozenState state)
      throws IOException {
    into.number(MAGIC);
    into.number(VERSION);
    into.number(shard);
    into.number(epoch);
    into.number(seq);
    for (Map.Entry<Integer, String> it : names.entrySet()) {
      into.number(it.getKey());
      into.text(it.getValue());
    }
    into.number(-1);
    state.write(into);
    into.end();
  }

  /// Reads every byte of a file; null when it is not a whole snapshot of this shard and record.
  static @Nullable Snapshot check(Storage storage, int shard, String name) throws IOException {
    try (var source = storage.open(name)) {
      if (!new StateInput(source).whole()) {
        return null;
      }
      long seq = Layout.seqOf(name);
      var head = new StateInput(source);
      boolean known = head.number() == MAGIC && head.number() == VERSION && head.number() == shard;
      long epoch = head.number();
      return known && head.number() == seq ? new Snapshot(name, seq, epoch, source.size()) : null;
    }
  }

  /// Opens it, standing at the state; the names are put into the map.
  StateInput open(Storage storage, Map<Integer, String> names) throws IOException {
    var input = new StateInput(storage.open(name));
    for (int head = 0; head < 5; head++) {
      input.number();
    }
    for (long number = input.number(); number >= 0; number = input.number()) {
      names.put((int) number, input.text());
    }
    return input;
  }
}
