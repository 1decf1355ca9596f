package dev.plaza.quota.shard;

import java.util.function.LongSupplier;

/// Who owns which shard: leases that are renewed and taken over, as the database and the fences
/// do it for real.
final class SimOwners {

  private static final long LEASE_MILLIS = 800;
  private static final long MARGIN_MILLIS = 50;

  private final Simulation sim;
  private final Simulation.Variant variant;
  private final Ownership[] shards;

  private static final class Ownership {
    long epoch;
    SimNode owner;
    long leaseUntil;
  }

  SimOwners(Simulation sim, Simulation.Variant variant) {
    this.sim = sim;
    this.variant = variant;
    shards = new Ownership[sim.shards];
    for (int shard = 0; shard < shards.length; shard++) {
      shards[shard] = new Ownership();
    }
  }

  /// A node renews its leases and takes over what is free, again and again.
  void own(SimNode node) {
    if (!node.cut && !sim.lost()) {
      for (int shard = 0; shard < shards.length; shard++) {
        Ownership it = shards[shard];
        SimNode.Owned mine = node.owned.get(shard);
        if (it.owner == node && mine != null && mine.epoch == it.epoch) {
          it.leaseUntil = sim.now() + LEASE_MILLIS;
          renewed(node, shard, it.epoch);
        } else if (free(it) && sim.random.nextInt(2) == 0) {
          it.owner = node;
          it.epoch++;
          it.leaseUntil = sim.now() + LEASE_MILLIS;
          sim.authority.epoch(shard, it.epoch);
          takeOver(node, shard, it.epoch);
        }
      }
    }
    sim.at(node, 100 + sim.random.nextInt(100), () -> own(node));
  }

  private boolean free(Ownership it) {
    boolean provedDead = it.owner != null && !it.owner.alive;
    return it.owner == null || provedDead || sim.now() > it.leaseUntil + MARGIN_MILLIS;
  }

  private void takeOver(SimNode node, int shard, long epoch) {
    if (variant == Simulation.Variant.RECLAIMS_BY_TIMEOUT) {
      sim.authority.reclaim(shard);
    }
    long sent = node.nanoTimeIn(0);
    long until = node.nanoTimeIn(LEASE_MILLIS);
    sim.at(
        node,
        sim.delay() % 50,
        () -> {
          if (node.nanoTimeIn(0) - sent < LEASE_MILLIS * 1_000_000 && node.open(shard, epoch)) {
            node.owned.get(shard).lease.extend(until);
          }
        });
  }

  private void renewed(SimNode node, int shard, long epoch) {
    long until = node.nanoTimeIn(LEASE_MILLIS);
    sim.at(
        node,
        sim.delay(),
        () -> {
          SimNode.Owned it = node.owned.get(shard);
          if (it != null && it.epoch == epoch) {
            it.lease.extend(until);
            it.wake(0);
          }
        });
  }

  /// The epoch that the newest owner of a shard was given.
  long epoch(int shard) {
    return shards[shard].epoch;
  }

  /// Up to which record a shard may forget.
  long safe(int shard) {
    return variant == Simulation.Variant.PRUNES_UNSHIPPED
        ? Long.MAX_VALUE
        : sim.topic.complete(shard);
  }

  Lease lease(LongSupplier nanoTime) {
    return variant == Simulation.Variant.NO_FENCE
        ? new Lease(nanoTime) {
          @Override
          boolean valid() {
            return true;
          }
        }
        : new Lease(nanoTime);
  }
}
