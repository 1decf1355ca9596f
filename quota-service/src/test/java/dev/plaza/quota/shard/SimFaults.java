package dev.plaza.quota.shard;

import java.util.Objects;

/// What goes wrong, until the world is healed: processes die and come back, stand still, are cut
/// off, their disks are full; and limits are changed meanwhile.
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
    switch (sim.random.nextInt(6)) {
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
