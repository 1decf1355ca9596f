package dev.plaza.quota.shard;

import java.util.List;
import java.util.Objects;

/// What goes wrong, until the world is healed: processes die and come back, stand still, are cut
/// off, their disks are full or damage a snapshot, the topic is away; and limits
/// are changed meanwhile.
final class SimFaults {

  private final Simulation sim;

  SimFaults(Simulation sim) {
    this.sim = sim;
  }

  void start() {
    sim.at(null, sim.random.nextInt(300), this::fault);
  }

  private void fault() {
    SimNode node = sim.nodes.get(sim.random.nextInt(sim.nodes.size()));
    long length = sim.random.nextInt(20, 2_500);
    switch (sim.random.nextInt(8)) {
      case 0, 1 -> kill(node);
      case 2 -> {
        node.cut = true;
        sim.at(null, length, () -> node.cut = false);
      }
      case 3 -> {
        node.diskFull = true;
        sim.at(null, length, () -> node.diskFull = false);
      }
      case 4 -> {
        if (node.alive && !node.blocked) {
          sim.time.stall(node, length);
        }
      }
      case 5 -> {
        sim.topic.away = true;
        sim.at(null, 2 * length, () -> sim.topic.away = false);
      }
      case 6 -> damage(Integer.toString(sim.random.nextInt(sim.shards)));
      default -> {
        if (!sim.healed()) {
          lowerOrRaise();
        }
      }
    }
    if (!sim.healed()) {
      sim.at(null, sim.random.nextInt(50, 1_500), this::fault);
    }
  }

  private void kill(SimNode node) {
    if (node.alive) {
      node.kill();
      sim.at(null, sim.random.nextInt(600), sim::start);
    }
  }

  /// A byte of a shard's newest snapshot changes, or its end is lost. Not of the last thing that
  /// holds the beginning: another snapshot is whole, or the log is.
  private void damage(String shard) {
    String folder = "shard-0" + shard + "/";
    List<String> snapshots =
        sim.storage.names().stream()
            .filter(it -> it.startsWith(folder) && it.endsWith(".state"))
            .toList();
    if (snapshots.isEmpty() || sim.doubtful.contains(snapshots.getLast())) {
      return;
    }
    boolean another = snapshots.stream().filter(it -> !sim.doubtful.contains(it)).count() > 1;
    String first = folder + "epoch-0000000001/segment-00000001.log";
    if (!another && !sim.storage.names().contains(first)) {
      return;
    }
    sim.doubtful.add(snapshots.getLast());
    SimStorage.Bytes file = sim.storage.file(snapshots.getLast());
    int at = sim.random.nextInt(file.size());
    if (sim.random.nextInt(2) == 0) {
      file.cut(at);
    } else {
      file.flip(at, it -> it ^ 1 << sim.random.nextInt(8));
    }
  }

  private void lowerOrRaise() {
    String offer = sim.random.nextInt(2) == 0 ? "units" : "person";
    OfferRules old = Objects.requireNonNull(sim.book.get(offer));
    long limit = Math.max(0, Objects.requireNonNull(old.limit()) + sim.random.nextInt(-10, 11));
    sim.change(
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
}
