package dev.plaza.quota.shard;

import dev.plaza.quota.log.LogEntry;
import dev.plaza.quota.log.LogReader;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;

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
  private static final long LEASE_MILLIS = 800;
  private static final long MARGIN_MILLIS = 50;

  final SplittableRandom random;
  final SimStorage storage = new SimStorage();
  final Map<String, OfferRules> book = new HashMap<>();
  final ShardSettings settings;
  final int slowDiskPercent;
  final int stallMillisMax;
  long now = 1_000_000;

  final MemoryAuthority authority;
  final Truth truth;
  final List<SimNode> nodes = new ArrayList<>();
  final int shards;
  private final Variant variant;
  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private final Map<Integer, Ownership> ownership = new HashMap<>();
  private final SimTopic topic = new SimTopic();
  private final int lossPercent;
  private long eventNumber;
  private boolean healed;

  /// Ways to break the engine or its surroundings, to see that the judge notices.
  enum Variant {
    RIGHT,
    /// An owner acknowledges although its lease is over.
    NO_FENCE,
    /// The authority takes a silent shard's rights back by time-out alone.
    RECLAIMS_BY_TIMEOUT,
    /// The authority grants a repeated request again.
    GRANTS_AGAIN
  }

  private record Event(long at, long number, SimNode node, Runnable task)
      implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      return at == other.at ? Long.compare(number, other.number) : Long.compare(at, other.at);
    }
  }

  private static final class Ownership {
    long epoch;
    SimNode owner;
    long leaseUntil;
  }

  Simulation(long seed, Variant variant) {
    random = new SplittableRandom(seed);
    this.variant = variant;
    shards = random.nextInt(2, 5);
    slowDiskPercent = random.nextInt(4);
    stallMillisMax = random.nextInt(10, 2_000);
    lossPercent = random.nextInt(20);
    settings = settings();
    authority = new MemoryAuthority(variant == Variant.GRANTS_AGAIN);
    truth = new Truth(authority, book);
    for (int shard = 0; shard < shards; shard++) {
      ownership.put(shard, new Ownership());
    }
    for (int number = random.nextInt(2, 4); number > 0; number--) {
      start();
    }
  }

  private ShardSettings settings() {
    return new ShardSettings(
        shards,
        false,
        4096,
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
    at(null, random.nextInt(300), this::fault);
    runUntil(now + FAULTS_MILLIS);
    heal();
    workload.finish();
    runUntil(now + HEAL_MILLIS);
    workload.judge();
    judgeLogs();
  }

  void at(SimNode node, long delay, Runnable task) {
    events.add(new Event(now + delay, eventNumber++, node, task));
  }

  private void runUntil(long until) {
    while (!events.isEmpty() && events.element().at <= until) {
      Event event = events.remove();
      now = Math.max(now, event.at);
      SimNode node = event.node;
      if (node != null && node.blocked) {
        node.deferred.add(event.task);
      } else if (node == null || node.alive) {
        try {
          event.task.run();
        } catch (SimNode.Killed _) {
          // The process is gone; what it had written stays.
        }
      }
    }
    now = Math.max(now, until);
  }

  /// A node waits; the world goes on.
  void stall(SimNode node, long millis) {
    node.blocked = true;
    runUntil(now + millis);
    node.blocked = false;
    node.deferred.forEach(it -> at(node, 0, it));
    node.deferred.clear();
  }

  boolean lost() {
    return !healed && random.nextInt(100) < lossPercent;
  }

  long delay() {
    return random.nextInt(100) < 90 ? random.nextInt(1, 8) : random.nextInt(1, healed ? 8 : 700);
  }

  private void start() {
    var node = new SimNode(this, nodes.size());
    nodes.add(node);
    at(node, random.nextInt(20), () -> own(node));
  }

  /// A node renews its leases and takes over what is free, again and again.
  private void own(SimNode node) {
    if (!node.cut && !lost()) {
      for (int shard = 0; shard < shards; shard++) {
        Ownership it = ownership.get(shard);
        SimNode.Owned mine = node.owned.get(shard);
        if (it.owner == node && mine != null && mine.epoch == it.epoch) {
          it.leaseUntil = now + LEASE_MILLIS;
          renewed(node, shard, it.epoch);
        } else if (free(it) && random.nextInt(2) == 0) {
          it.owner = node;
          it.epoch++;
          it.leaseUntil = now + LEASE_MILLIS;
          authority.epoch(shard, it.epoch);
          takeOver(node, shard, it.epoch);
        }
      }
    }
    at(node, 100 + random.nextInt(100), () -> own(node));
  }

  private boolean free(Ownership it) {
    boolean provedDead = it.owner != null && !it.owner.alive;
    return it.owner == null || provedDead || now > it.leaseUntil + MARGIN_MILLIS;
  }

  private void takeOver(SimNode node, int shard, long epoch) {
    if (variant == Variant.RECLAIMS_BY_TIMEOUT) {
      authority.reclaim(shard);
    }
    long sent = node.nanoTimeIn(0);
    long until = node.nanoTimeIn(LEASE_MILLIS);
    at(
        node,
        delay() % 50,
        () -> {
          if (node.nanoTimeIn(0) - sent < LEASE_MILLIS * 1_000_000 && node.open(shard, epoch)) {
            node.owned.get(shard).lease.extend(until);
          }
        });
  }

  private void renewed(SimNode node, int shard, long epoch) {
    long until = node.nanoTimeIn(LEASE_MILLIS);
    at(
        node,
        delay(),
        () -> {
          SimNode.Owned it = node.owned.get(shard);
          if (it != null && it.epoch == epoch) {
            it.lease.extend(until);
            it.wake(0);
          }
        });
  }

  Lease lease(LongSupplier nanoTime) {
    return variant == Variant.NO_FENCE
        ? new Lease(nanoTime) {
          @Override
          boolean valid() {
            return true;
          }
        }
        : new Lease(nanoTime);
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
    if (upTo == it.seen) {
      return;
    }
    for (LogEntry entry : it.reader.read(it.seen + 1, upTo, Integer.MAX_VALUE)) {
      truth.counts(entry);
      if (entry.userId() != null) {
        long endsAt = book.get(entry.offerId()).endsAt().toEpochMilli();
        boolean before = entry.at().toEpochMilli() + SimNode.CLOCK_ERROR_MILLIS < endsAt;
        Truth.check(before, "sold after the end: %s", entry);
      }
      topic.send(this, entry);
    }
    it.seen = upTo;
  }

  private void fault() {
    SimNode node = nodes.get(random.nextInt(nodes.size()));
    long length = random.nextInt(20, 2_500);
    switch (random.nextInt(6)) {
      case 0, 1 -> kill(node);
      case 2 -> {
        node.cut = true;
        at(null, length, () -> node.cut = false);
      }
      case 3 -> {
        node.diskFull = true;
        at(null, length, () -> node.diskFull = false);
      }
      case 4 -> {
        if (node.alive && !node.blocked) {
          stall(node, length);
        }
      }
      default -> {
        if (!healed) {
          lowerOrRaise();
        }
      }
    }
    if (!healed) {
      at(null, random.nextInt(50, 1_500), this::fault);
    }
  }

  private void kill(SimNode node) {
    if (node.alive) {
      node.kill();
      at(null, random.nextInt(600), this::start);
    }
  }

  private void lowerOrRaise() {
    OfferRules old = Objects.requireNonNull(book.get(random.nextInt(2) == 0 ? "units" : "person"));
    long limit = Math.max(0, Objects.requireNonNull(old.limit()) + random.nextInt(-10, 11));
    change(
        new OfferRules(
            old.offerId(),
            old.version() + 1,
            limit,
            old.budget(),
            old.perUserLimit(),
            old.startsAt(),
            old.endsAt(),
            old.honorHolds()));
  }

  void change(OfferRules rules) {
    authority.limit(rules);
    book.put(rules.offerId(), rules);
    for (SimNode node : nodes) {
      for (SimNode.Owned it : node.owned.values()) {
        if (!lost()) {
          var notice = new Input.Notice(rules.offerId(), false, SimWorkload.unheard());
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
  }

  /// Every record that ever counted is in the logs on disk, which hold nothing else in its place.
  private void judgeLogs() {
    for (int shard = 0; shard < shards; shard++) {
      var entries = new ArrayList<LogEntry>();
      LogReader.readAll(storage.seenBy(nodes.getFirst()), shard, entries::add);
      List<LogEntry> counted = truth.log(shard);
      Truth.check(entries.size() >= counted.size(), "records are lost");
      for (int at = 0; at < counted.size(); at++) {
        Truth.check(counted.get(at).equals(entries.get(at)), "changed: %s", counted.get(at));
      }
      topic.judge(shard, counted, now);
    }
  }

  static Instant instant(long millis) {
    return Instant.ofEpochMilli(millis);
  }
}
