package dev.plaza.quota.shard;

import dev.plaza.quota.log.LogEntry;
import dev.plaza.quota.log.LogReader;
import dev.plaza.quota.log.LogUnavailableException;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/// One process of the simulation: some shards, a clock of its own, a disk that may be slow.
final class SimNode implements SimStorage.Disk {

  static final int CLOCK_ERROR_MILLIS = 20;

  final int number;
  final GuidIndex guids = new GuidIndex();
  final TreeMap<Integer, Owned> owned = new TreeMap<>();
  final List<Runnable> deferred = new ArrayList<>();
  boolean alive = true;
  boolean blocked;
  boolean cut;
  boolean diskFull;

  private final Simulation sim;
  private final long skewMillis;
  private final long bootMillis;

  /// Stops the code of a killed process where it stands.
  static final class Killed extends Error {
    private static final long serialVersionUID = 1L;

    Killed() {
      super("killed", null, false, false);
    }
  }

  /// A shard this node believes to own.
  final class Owned {
    final int shard;
    final long epoch;
    final Lease lease;
    final ShardWriter writer;
    final LogReader reader;
    final List<Input> inputs = new ArrayList<>();
    final List<LogEntry> unsent = new ArrayList<>();
    boolean scheduled;
    long seen;
    long tickedAt;

    Owned(int shard, long epoch) {
      this.shard = shard;
      this.epoch = epoch;
      lease = sim.owners.lease(SimNode.this::nanoTime);
      var around =
          new ShardEnvironment(
              sim.storage.seenBy(SimNode.this),
              (_, _, _) -> List.of(),
              sim.book::get,
              guids,
              wall(),
              SimNode.this::nanoTime);
      writer = new ShardWriter(shard, epoch, around, sim.settings, lease);
      reader = writer.reader();
      seen = sim.topic.complete(shard);
    }

    void put(Input input) {
      inputs.add(input);
      wake(sim.random.nextInt(3));
    }

    void wake(long delay) {
      if (!scheduled) {
        scheduled = true;
        sim.at(SimNode.this, delay, this::round);
      }
    }

    private void round() {
      scheduled = false;
      if (owned.get(shard) != this) {
        return;
      }
      var batch = new ArrayList<>(inputs);
      inputs.clear();
      boolean upkeep = sim.now() - tickedAt >= 5;
      tickedAt = upkeep ? sim.now() : tickedAt;
      writer.safe(sim.owners.safe(shard));
      RightsDesk.Exchange next = writer.round(batch, moment(), upkeep);
      sim.committed(this);
      Runnable task = writer.nextTask();
      if (task != null) {
        sim.at(SimNode.this, sim.random.nextInt(30), task);
      }
      if (next != null) {
        sim.exchange(SimNode.this, this, next);
      }
      wake((writer.busy() || !inputs.isEmpty()) && lease.valid() ? 5 : 100);
    }
  }

  SimNode(Simulation sim, int number) {
    this.sim = sim;
    this.number = number;
    skewMillis = sim.random.nextInt(-500, 501);
    bootMillis = sim.random.nextInt(1_000_000);
  }

  /// Takes a shard over; false when the disk does not let it.
  boolean open(int shard, long epoch) {
    try {
      Owned it = new Owned(shard, epoch);
      Owned before = owned.put(shard, it);
      if (before != null) {
        before.writer.stopTask();
      }
      it.wake(0);
      return true;
    } catch (LogUnavailableException _) {
      return false;
    }
  }

  private long nanoTime() {
    return (sim.now() + bootMillis) * 1_000_000;
  }

  long nanoTimeIn(long millis) {
    return nanoTime() + millis * 1_000_000;
  }

  private InstantSource wall() {
    return () -> Instant.ofEpochMilli(sim.now() + skewMillis);
  }

  /// What the node makes of its clock, once it has compared it with the authority's.
  private Moment moment() {
    long error = skewMillis % CLOCK_ERROR_MILLIS;
    return new Moment(sim.now() + error, nanoTime() / 1_000_000, CLOCK_ERROR_MILLIS);
  }

  @Override
  public int before(int bytes) throws IOException {
    if (sim.random.nextInt(100) < sim.slowDiskPercent) {
      sim.time.stall(this, sim.random.nextInt(sim.stallMillisMax));
    }
    if (!alive) {
      return sim.random.nextInt(bytes + 1);
    }
    return diskFull ? sim.random.nextInt(bytes) : bytes;
  }

  @Override
  public void published(String draft, String name) {
    int shard = Integer.parseInt(name, "shard-".length(), name.indexOf('/'), 10);
    long epoch = Long.parseLong(draft, name.length() + 1, draft.lastIndexOf('.'), 10);
    if (epoch == sim.owners.epoch(shard)) {
      sim.doubtful.remove(name);
    } else {
      sim.doubtful.add(name);
    }
  }

  @Override
  public void after() {
    if (alive && sim.random.nextInt(100) < sim.slowDiskPercent) {
      sim.time.stall(this, sim.random.nextInt(sim.stallMillisMax));
    }
    if (!alive) {
      throw new Killed();
    }
  }

  void kill() {
    alive = false;
    owned.clear();
  }
}
