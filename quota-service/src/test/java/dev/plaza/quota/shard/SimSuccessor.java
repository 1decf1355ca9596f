package dev.plaza.quota.shard;

import dev.plaza.quota.log.LogEntry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/// A last owner of a shard, to see what it finds: by its own simple count over all records that
/// ever were, snapshot and log must say the same.
final class SimSuccessor {

  private final ShardCore core;
  private final Map<UUID, Status> guids = new HashMap<>();
  private final Map<UUID, LogEntry> spent = new HashMap<>();
  private final Map<String, Long> granted = new HashMap<>();
  private final Map<String, Long> returned = new HashMap<>();

  SimSuccessor(Simulation sim, int shard, long epoch) {
    var healthy =
        new SimStorage.Disk() {
          @Override
          public int before(int bytes) {
            return bytes;
          }

          @Override
          public void after() {}
        };
    var around =
        new ShardEnvironment(
            sim.storage.seenBy(healthy),
            (_, _, _) -> List.of(),
            sim.book::get,
            new GuidIndex(),
            () -> Simulation.instant(sim.now()),
            () -> sim.now() * 1_000_000);
    var writer = new ShardWriter(shard, epoch, around, sim.settings, new Lease(() -> 0));
    Truth.check(writer.failure() == null, "shard %d does not open: %s", shard, writer.failure());
    core = writer.core();
  }

  void judge(List<LogEntry> all) {
    all.forEach(this::count);
    var used = new HashMap<String, Long>();
    guids.forEach(
        (guid, status) -> {
          RedemptionView seen = core.redemption(guid);
          Truth.check(
              seen != null && seen.status() == status, "%s is %s, not %s", guid, seen, status);
          LogEntry first = spent.get(guid);
          if (first != null && status.spends()) {
            used.merge(first.offerId(), first.units(), Long::sum);
          }
        });
    for (OfferView it : core.offers()) {
      String id = it.offerId();
      Truth.check(
          it.confirmed() + it.held() == used.getOrDefault(id, 0L), "used: %s, %s", it, used);
      Truth.check(it.grantedUnits() == granted.getOrDefault(id, 0L), "granted: %s", it);
      Truth.check(it.returnedUnits() == returned.getOrDefault(id, 0L), "returned: %s", it);
    }
  }

  private void count(LogEntry it) {
    switch (it.kind()) {
      case GRANT -> granted.merge(it.offerId(), it.units(), Long::sum);
      case RETURN -> returned.merge(it.offerId(), it.units(), Long::sum);
      case RESERVED -> step(it, Status.RESERVED);
      case CONFIRMED -> step(it, Status.CONFIRMED);
      case REVERSED -> step(it, Status.REVERSED);
      case EXPIRED -> step(it, Status.EXPIRED);
      case CANCELLED -> step(it, Status.CANCELLED);
      case SEAL, OFFER, RETIRED, PROBE -> {}
    }
  }

  private void step(LogEntry it, Status status) {
    guids.put(it.guid(), status);
    if (it.userId() != null) {
      spent.put(it.guid(), it);
    }
  }
}
