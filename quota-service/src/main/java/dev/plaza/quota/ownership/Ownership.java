package dev.plaza.quota.ownership;

import dev.plaza.quota.log.OwnerLock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/// Keeps this instance's share of the shards: renews, claims, hands over.
///
/// The database says who should write a shard; the fence beside its log makes sure that nobody else
/// does. A round needs the database; while it is away, owners go on and nobody can claim.
final class Ownership {

  private static final Log LOG = LogFactory.getLog(Ownership.class);
  private static final Duration AFTER_FAILURE = Duration.ofSeconds(10);

  private final QuotaProperties knobs;
  private final LeaseStore store;
  private final Openings openings;
  private final ShardMap map;
  private final Identity me;
  private final Set<Integer> claiming = ConcurrentHashMap.newKeySet();
  private final Map<Integer, Long> notBefore = new ConcurrentHashMap<>();
  private String url = "";
  private volatile boolean leaving;

  Ownership(QuotaProperties knobs, LeaseStore store, Openings openings, ShardMap map, Identity me) {
    this.knobs = knobs;
    this.store = store;
    this.openings = openings;
    this.map = map;
    this.me = me;
  }

  void begin(String ownUrl) {
    url = ownUrl;
    map.at(ownUrl);
    store.createShards(knobs.shards());
  }

  /// One look at the leases. Claims go on beside it.
  void round() {
    if (leaving) {
      return;
    }
    tellTime();
    renew();
    List<LeaseStore.Row> rows = store.shards(knobs.margin());
    learn(rows);
    forgetDead(rows);
    List<String> alive = store.alive(me, knobs.aliveFor());
    int share = FairShare.of(me.id(), alive, knobs.shards());
    int mine = map.local().size() + claiming.size();
    for (OwnedShard it : surplus(mine - share)) {
      handOver(it);
    }
    for (LeaseStore.Row row : rows) {
      if (mine < share && canBeClaimed(row) && claim(row, isSilent(row, alive))) {
        mine++;
      }
    }
  }

  /// Waits until the claims under way have ended.
  void settle(Duration atMost) throws InterruptedException {
    long deadline = System.nanoTime() + atMost.toNanos();
    while (!claiming.isEmpty() && System.nanoTime() < deadline) {
      Thread.sleep(5);
    }
  }

  private void tellTime() {
    long before = System.nanoTime();
    double millis = store.alive(me, url);
    Duration uncertainty = Duration.ofNanos((System.nanoTime() - before) / 2);
    Instant now = Instant.ofEpochMilli((long) millis).plus(uncertainty);
    map.local().forEach(it -> it.engine().authorityTime(now, uncertainty));
  }

  private void renew() {
    var held = new ArrayList<Integer>(claiming);
    map.local().forEach(it -> held.add(it.id()));
    if (held.isEmpty()) {
      return;
    }
    Set<Integer> kept = store.renew(me, held, knobs.lease());
    for (OwnedShard it : List.copyOf(map.local())) {
      if (!kept.contains(it.id()) && held.contains(it.id())) {
        drop(it, "another instance has it");
      }
    }
  }

  private void learn(List<LeaseStore.Row> rows) {
    var urls = new HashMap<Integer, String>();
    for (LeaseStore.Row row : rows) {
      if (row.owner() != null && row.url() != null && !row.owner().equals(me.id())) {
        urls.put(row.id(), row.url());
      }
    }
    map.elsewhere(urls);
  }

  private List<OwnedShard> surplus(int count) {
    return map.local().stream().limit(Math.max(0, count)).toList();
  }

  /// Forgets owners whose process has ended, though they gave a sign of life a moment ago: the lock
  /// files of all their shards are free. One that lives still gives a sign again.
  private void forgetDead(List<LeaseStore.Row> rows) {
    Map<String, List<LeaseStore.Row>> locked =
        rows.stream()
            .filter(it -> it.owner() != null && !me.id().equals(it.owner()))
            .filter(it -> it.locked() && me.root().equals(it.logRoot()))
            .collect(Collectors.groupingBy(it -> String.valueOf(it.owner())));
    locked.forEach(
        (owner, shards) -> {
          if (shards.stream().allMatch(it -> openings.ownerIsGone(it.id()))) {
            store.gone(owner);
          }
        });
  }

  private boolean canBeClaimed(LeaseStore.Row row) {
    boolean readable = row.logRoot() == null || row.logRoot().equals(me.root());
    Long pause = notBefore.get(row.id());
    return readable
        && !claiming.contains(row.id())
        && map.local(row.id()) == null
        && (pause == null || System.nanoTime() - pause > 0);
  }

  /// An owner that gives no sign of life. If it also lost its lock file, it is dead.
  private boolean isSilent(LeaseStore.Row row, List<String> alive) {
    return row.locked() && row.owner() != null && !alive.contains(row.owner());
  }

  private boolean claim(LeaseStore.Row row, boolean silent) {
    boolean former = row.owner() == null || row.owner().equals(me.id());
    if (!former && !row.expired() && !silent) {
      return false;
    }
    OwnerLock lock = openings.lock(row.id());
    boolean gone = lock != null && row.locked();
    var epoch = store.claim(me, url, row, gone, knobs);
    if (epoch.isEmpty()) {
      close(lock);
      return false;
    }
    claiming.add(row.id());
    boolean sure = gone || (former && row.opened());
    Thread.ofVirtual()
        .name("quota-open-" + row.id())
        .start(() -> open(row.id(), epoch.getAsLong(), lock, sure));
    return true;
  }

  private void open(int shard, long epoch, @Nullable OwnerLock lock, boolean sure) {
    try {
      OwnedShard opened = openings.open(shard, epoch, lock, sure);
      store.opened(shard, epoch, lock != null);
      if (leaving) {
        opened.close();
        store.release(me, shard, epoch);
        return;
      }
      opened.engine().leaseUntil(System.nanoTime() + knobs.lease().toNanos());
      map.opened(opened);
      LOG.info("shard %d is here, epoch %d".formatted(shard, epoch));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      close(lock);
    } catch (RuntimeException e) {
      LOG.error("shard %d cannot be opened: %s".formatted(shard, e.getMessage()), e);
      notBefore.put(shard, System.nanoTime() + AFTER_FAILURE.toNanos());
      close(lock);
    } finally {
      claiming.remove(shard);
    }
  }

  private static void close(@Nullable OwnerLock lock) {
    if (lock != null) {
      lock.close();
    }
  }

  /// Gives a shard to whoever claims it next; its log is complete.
  private void handOver(OwnedShard it) {
    if (map.closing(it)) {
      it.close();
      store.release(me, it.id(), it.epoch());
      LOG.info("shard %d is handed over, epoch %d".formatted(it.id(), it.epoch()));
    }
  }

  /// Stops writing a shard that belongs to somebody else by now.
  void drop(OwnedShard it, String reason) {
    if (map.closing(it)) {
      it.close();
      LOG.warn("shard %d is lost, epoch %d: %s".formatted(it.id(), it.epoch(), reason));
    }
  }

  /// Hands over everything.
  void leave() {
    leaving = true;
    var closed = List.copyOf(map.local()).stream().filter(map::closing).toList();
    closed.forEach(OwnedShard::close);
    for (OwnedShard it : closed) {
      store.release(me, it.id(), it.epoch());
    }
    store.gone(me.id());
  }
}
