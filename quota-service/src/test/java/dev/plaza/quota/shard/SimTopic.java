package dev.plaza.quota.shard;

import dev.plaza.quota.log.LogEntry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The shipped log: records may arrive late, twice and in any order; `(shard, seq)` makes them
/// once.
final class SimTopic {

  private final Map<Integer, Map<Long, LogEntry>> received = new HashMap<>();
  private final Map<Integer, Long> complete = new HashMap<>();

  /// While it is, nothing can be sent.
  boolean away;

  void send(Simulation sim, LogEntry entry) {
    sim.at(null, sim.delay(), () -> receive(entry));
    if (sim.random.nextInt(100) < 3) {
      sim.at(null, sim.delay() * 5, () -> receive(entry));
    }
  }

  private void receive(LogEntry entry) {
    Map<Long, LogEntry> got = received.computeIfAbsent(entry.shard(), _ -> new HashMap<>());
    LogEntry before = got.put(entry.seq(), entry);
    Truth.check(before == null || before.equals(entry), "shipped twice, differently: %s", entry);
    long upTo = complete(entry.shard());
    while (got.containsKey(upTo + 1)) {
      upTo++;
    }
    complete.put(entry.shard(), upTo);
  }

  /// Up to which record of a shard all have arrived.
  long complete(int shard) {
    return complete.getOrDefault(shard, 0L);
  }

  /// Everything that counted a while ago has arrived, and nothing else.
  ///
  /// @param due how many records counted when the last message that is sure to have come was sent
  void judge(int shard, List<LogEntry> counted, int due) {
    Map<Long, LogEntry> got = received.getOrDefault(shard, Map.of());
    for (LogEntry it : counted.subList(0, due)) {
      Truth.check(it.equals(got.get(it.seq())), "not shipped: %s", it);
    }
    Truth.check(got.size() <= counted.size(), "shipped more than counts");
  }
}
