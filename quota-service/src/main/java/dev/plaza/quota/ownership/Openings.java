package dev.plaza.quota.ownership;

import dev.plaza.quota.authority.Book;
import dev.plaza.quota.authority.PostgresAuthority;
import dev.plaza.quota.log.FileStorage;
import dev.plaza.quota.log.OwnerLock;
import dev.plaza.quota.shard.GuidIndex;
import dev.plaza.quota.shard.Shard;
import dev.plaza.quota.shard.ShardEnvironment;
import dev.plaza.quota.shard.ShardSettings;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Opens shards: fences the former owner off, waits for it where it might still be writing, and
/// reads its log.
final class Openings {

  private final QuotaProperties knobs;
  private final ShardEnvironment environment;
  private final ShardSettings settings;
  private final Fences fences;

  Openings(
      QuotaProperties knobs,
      Fences fences,
      PostgresAuthority authority,
      Book book,
      GuidIndex guids,
      Clock clock) {
    this.knobs = knobs;
    this.fences = fences;
    this.environment =
        new ShardEnvironment(
            new FileStorage(root()), authority, book, guids, clock, System::nanoTime);
    this.settings = settings(knobs);
  }

  private static ShardSettings settings(QuotaProperties knobs) {
    ShardSettings it = ShardSettings.of(knobs.shards());
    return new ShardSettings(
        it.shards(),
        knobs.log().fsync(),
        it.segmentBytes(),
        it.snapshotBytes(),
        it.queueMax(),
        it.batchMax(),
        it.parkedMax(),
        knobs.guidsMax(),
        it.grantHorizon(),
        it.grantMin(),
        it.riskHorizon(),
        it.flipEvery(),
        it.idleAfter(),
        it.patience(),
        it.askAgainAfter(),
        it.guidRetention());
  }

  Path root() {
    return knobs.log().dir();
  }

  /// The lock that says: the process that wrote this shard is gone. Null while it is not.
  @Nullable OwnerLock lock(int shard) {
    Optional<OwnerLock> lock = OwnerLock.tryAcquire(root(), shard);
    return lock.orElse(null);
  }

  /// Whether the process that wrote this shard under its lock file is gone.
  boolean ownerIsGone(int shard) {
    OwnerLock lock = lock(shard);
    if (lock != null) {
      lock.close();
    }
    return lock != null;
  }

  /// @param sure whether the former owner certainly writes no more
  OwnedShard open(int shard, long epoch, @Nullable OwnerLock lock, boolean sure)
      throws InterruptedException {
    fences.set(shard, epoch);
    if (!sure) {
      Thread.sleep(knobs.lease().plus(knobs.margin()));
    }
    return new OwnedShard(shard, epoch, Shard.open(shard, epoch, environment, settings), lock);
  }
}
