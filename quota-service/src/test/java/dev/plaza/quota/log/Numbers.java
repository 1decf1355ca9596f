package dev.plaza.quota.log;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/// The simplest state a log can have: the numbers that were written, in order.
final class Numbers implements LogState, FrozenState {

  final List<Long> seen = new ArrayList<>();

  /// How many of them came from a snapshot.
  int restored;

  static LogRecord record(long number) {
    return LogRecord.step(EntryKind.CONFIRMED, 0, 1, new UUID(1, number), 0, 1, 0);
  }

  @Override
  public void apply(LogRecord record) {
    if (record.kind() == EntryKind.CONFIRMED) {
      seen.add(record.guidLo());
    }
  }

  @Override
  public void write(StateOutput into) throws IOException {
    into.number(seen.size());
    into.numbers(seen.stream().mapToLong(it -> it).toArray(), seen.size());
  }

  @Override
  public void restore(StateInput snapshot) throws IOException {
    restored = (int) snapshot.number();
    var numbers = new long[restored];
    snapshot.numbers(numbers, restored);
    for (long it : numbers) {
      seen.add(it);
    }
  }
}
