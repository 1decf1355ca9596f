package dev.plaza.quota.shard;

import dev.plaza.quota.log.CorruptLogException;
import dev.plaza.quota.log.LogEntry;
import dev.plaza.quota.log.LogReader;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/// Shards, an authority, disks and a network in virtual time, all from one seed: processes are
/// killed, paused, cut off and restarted, messages are lost, repeated and reordered, disks are
/// slow or full, clocks differ by up to a second. The engine in it is the real one, down to the
/// bytes of its log; threads, files, sockets and clocks are not.
///
/// One event runs at a time. A node that waits for its disk lets the events of the others run
/// first (a nested loop), so everything may happen between deciding, writing and acknowledging.
final class Simulation {

  static final long FAULTS_MILLIS = 6_000;
  private static final long HEAL_MILLIS = 24_000;

  /// Longer than any message takes once all is well.
  private static final long DELIVERY_MILLIS = 50;

  final SplittableRandom random;
  final Timeline time = new Timeline();
  final SimStorage storage = new SimStorage();

  /// Snapshots that nobody may have to rely on: damaged, or published by one who was no longer the
  /// owner.
  final Set<String> doubtful = new HashSet<>();
  final Map<String, OfferRules> book = new HashMap<>();
  final ShardSettings settings;
  final int slowDiskPercent;
  final int stallMillisMax;

  final MemoryAuthority authority;
  final Truth truth;
  final List<SimNode> nodes = new ArrayList<>();
  final int shards;
  final SimOwners owners;
  final SimTopic topic = new SimTopic();
  private final int lossPercent;
  private boolean healed;

  /// Ways to break the engine or its surroundings, to see that the judge notices.
  enum Variant {
    RIGHT,
    /// An owner acknowledges although its lease is over.
    NO_FENCE,
    /// The authority takes a silent shard's rights back by time-out alone.
    RECLAIMS_BY_TIMEOUT,
    /// The authority grants a repeated request again.
    GRANTS_AGAIN,
    /// Records are dropped although they have not arrived anywhere else.
    PRUNES_UNSHIPPED
  }

  Simulation(long seed, Variant variant) {
    random = new SplittableRandom(seed);
    shards = random.nextInt(2, 5);
    slowDiskPercent = random.nextInt(4);
    stallMillisMax = random.nextInt(10, 2_000);
    lossPercent = random.nextInt(20);
    settings = settings();
    authority = new MemoryAuthority(variant == Variant.GRANTS_AGAIN);
    truth = new Truth(authority, book);
    owners = new SimOwners(this, variant);
    for (int number = random.nextInt(2, 4); number > 0; number--) {
      start();
    }
  }

  private ShardSettings settings() {
    return new ShardSettings(
        shards,
        false,
        4096,
        3_000,
        1_000,
        100,
        1_000,
        100_000,
        Duration.ofMillis(250),
        random.nextInt(1, 6),
        Duration.ofMillis(50),
        Duration.ofSeconds(10),
        Duration.ofSeconds(1),
        Duration.ofMillis(400),
        Duration.ofMillis(20),
        Duration.ofDays(7));
  }

  /// Runs the schedule; throws a [Truth.Violation] when anything is wrong.
  void run() {
    var workload = new SimWorkload(this);
    workload.start();
    new SimFaults(this).start();
    time.runUntil(now() + FAULTS_MILLIS);
    heal();
    workload.finish();
    time.runUntil(now() + HEAL_MILLIS);
    workload.judge();
    int[] due = IntStream.range(0, shards).map(shard -> truth.log(shard).size()).toArray();
    time.runUntil(now() + DELIVERY_MILLIS);
    judgeLogs(due);
  }

  void at(SimNode node, long delay, Runnable task) {
    time.at(node, delay, task);
  }

  long now() {
    return time.now();
  }

  boolean healed() {
    return healed;
  }

  boolean lost() {
    return !healed && random.nextInt(100) < lossPercent;
  }

  long delay() {
    return random.nextInt(100) < 90 ? random.nextInt(1, 8) : random.nextInt(1, healed ? 8 : 700);
  }

  void start() {
    var node = new SimNode(this, nodes.size());
    nodes.add(node);
    at(node, random.nextInt(20), () -> owners.own(node));
  }

  /// One call of the authority: request and answer may be late, lost or repeated.
  void exchange(SimNode node, SimNode.Owned owned, RightsDesk.Exchange exchange) {
    var answered = new boolean[1];
    Runnable call =
        () -> {
          List<Grant> grants = null;
          RuntimeException failure = null;
          try {
            grants = authority.exchange(owned.shard, owned.epoch, exchange.reports);
          } catch (Authority.StaleEpochException stale) {
            failure = stale;
          }
          if (!lost() && !node.cut) {
            var reply = new Input.Reply(exchange, grants, failure);
            at(node, delay(), () -> once(answered, owned, reply));
          }
        };
    if (!lost() && !node.cut) {
      at(null, delay(), call);
      if (random.nextInt(100) < 5) {
        at(null, delay() * 3, call);
      }
    }
    var timeout = new Authority.UnreachableException("no answer", null);
    at(node, 250, () -> once(answered, owned, new Input.Reply(exchange, null, timeout)));
  }

  private static void once(boolean[] answered, SimNode.Owned owned, Input.Reply reply) {
    if (!answered[0]) {
      answered[0] = true;
      owned.put(reply);
    }
  }

  /// An owner's round is over: what it holds to count goes to the judge and to the topic.
  void committed(SimNode.Owned it) {
    long upTo = it.writer.committedSeq();
    for (LogEntry entry : read(it, upTo)) {
      truth.counts(entry);
      if (entry.userId() != null) {
        long endsAt = book.get(entry.offerId()).endsAt().toEpochMilli();
        boolean before = entry.at().toEpochMilli() + SimNode.CLOCK_ERROR_MILLIS < endsAt;
        Truth.check(before, "sold after the end: %s", entry);
      }
      it.unsent.add(entry);
    }
    it.seen = Math.max(it.seen, upTo);
    if (!topic.away) {
      it.unsent.forEach(entry -> topic.send(this, entry));
      it.unsent.clear();
    }
  }

  private static List<LogEntry> read(SimNode.Owned it, long upTo) {
    try {
      return it.reader.read(it.seen + 1, upTo, Integer.MAX_VALUE);
    } catch (CorruptLogException gone) {
      throw new Truth.Violation("not shipped, and gone: " + gone.getMessage());
    }
  }

  void change(OfferRules rules) {
    authority.limit(rules);
    book.put(rules.offerId(), rules);
    for (SimNode node : nodes) {
      for (SimNode.Owned it : node.owned.values()) {
        if (!lost()) {
          var notice =
              new Input.Notice(rules.offerId(), Input.Notice.Kind.RULES, SimWorkload.unheard());
          at(node, delay(), () -> it.put(notice));
        }
      }
    }
  }

  private void heal() {
    healed = true;
    for (SimNode it : nodes) {
      it.cut = false;
      it.diskFull = false;
    }
    topic.away = false;
  }

  /// Every record that ever counted is in the logs on disk, or has been shipped and dropped; and
  /// what a next owner makes of snapshot and log is what all the records say.
  private void judgeLogs(int[] due) {
    for (int shard = 0; shard < shards; shard++) {
      var entries = new ArrayList<LogEntry>();
      LogReader.readAll(storage.seenBy(nodes.getFirst()), shard, entries::add);
      List<LogEntry> counted = truth.log(shard);
      int dropped = entries.isEmpty() ? 0 : (int) entries.getFirst().seq() - 1;
      Truth.check(topic.complete(shard) >= dropped, "dropped and not shipped");
      Truth.check(dropped + entries.size() >= counted.size(), "records are lost");
      for (int at = dropped; at < counted.size(); at++) {
        Truth.check(
            counted.get(at).equals(entries.get(at - dropped)), "changed: %s", counted.get(at));
      }
      topic.judge(shard, counted, due[shard]);
      if (dropped + entries.size() == counted.size()) {
        new SimSuccessor(this, shard, owners.epoch(shard) + 1).judge(counted);
      }
    }
  }

  static Instant instant(long millis) {
    return Instant.ofEpochMilli(millis);
  }
}
