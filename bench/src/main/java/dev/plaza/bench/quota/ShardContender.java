package dev.plaza.bench.quota;

import dev.plaza.quota.log.FileStorage;
import dev.plaza.quota.shard.Answer;
import dev.plaza.quota.shard.Command;
import dev.plaza.quota.shard.GuidIndex;
import dev.plaza.quota.shard.OfferBook;
import dev.plaza.quota.shard.OfferRules;
import dev.plaza.quota.shard.OfferView;
import dev.plaza.quota.shard.Shard;
import dev.plaza.quota.shard.ShardEnvironment;
import dev.plaza.quota.shard.ShardSettings;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/// The engine in process: files written before each acknowledgement (`kill -9` safe), the
/// authority 2 ms away.
final class ShardContender implements Contender {

  /// A log that is never compacted.
  static final long NO_SNAPSHOTS = Long.MAX_VALUE;

  private final List<Shard> shards;
  private final boolean fsync;

  ShardContender(Path root, Traffic traffic, int count, boolean fsync, long epoch) {
    this(root, traffic, settings(count, fsync, ShardSettings.of(count).snapshotBytes()), epoch);
  }

  /// Opens the shards beside each other, as the service does.
  ShardContender(Path root, Traffic traffic, ShardSettings settings, long epoch) {
    this.fsync = settings.fsync();
    int count = settings.shards();
    var authority = new BenchAuthority(traffic.limit(), count);
    var rules =
        new OfferRules(
            "any",
            1,
            traffic.limit(),
            null,
            null,
            Instant.EPOCH,
            Instant.parse("2100-01-01T00:00:00Z"),
            true);
    OfferBook book = id -> rules.offerId().equals(id) ? rules : named(rules, id);
    var around =
        new ShardEnvironment(
            new FileStorage(root),
            authority,
            book,
            new GuidIndex(),
            InstantSource.system(),
            System::nanoTime);
    shards =
        IntStream.range(0, count)
            .parallel()
            .mapToObj(shard -> Shard.open(shard, epoch, around, settings))
            .toList();
    shards.forEach(it -> it.leaseUntil(System.nanoTime() + (1L << 50)));
  }

  static ShardSettings settings(int shards, boolean fsync, long snapshotBytes) {
    ShardSettings it = ShardSettings.of(shards);
    return new ShardSettings(
        it.shards(),
        fsync,
        it.segmentBytes(),
        snapshotBytes,
        it.queueMax(),
        it.batchMax(),
        it.parkedMax(),
        it.guidsMax(),
        it.grantHorizon(),
        it.grantMin(),
        it.riskHorizon(),
        it.flipEvery(),
        it.idleAfter(),
        it.patience(),
        it.askAgainAfter(),
        it.guidRetention());
  }

  private static OfferRules named(OfferRules it, String id) {
    return new OfferRules(
        id,
        it.version(),
        it.limit(),
        it.budget(),
        it.perUserLimit(),
        it.startsAt(),
        it.endsAt(),
        it.honorHolds());
  }

  @Override
  public String name() {
    return fsync ? "plaza shard, fdatasync" : "plaza shard";
  }

  @Override
  public int redeem(int client, List<Request> batch) {
    var commands = new ArrayList<List<Command>>();
    shards.forEach(_ -> commands.add(new ArrayList<>()));
    for (Request it : batch) {
      String user = it.user().toString();
      commands
          .get(Shard.of(it.offerId(), user, shards.size()))
          .add(Command.Spend.redeem(it.guid(), it.offerId(), user, user, 1, 0));
    }
    var pending = new ArrayList<CompletableFuture<List<Answer>>>();
    for (int shard = 0; shard < shards.size(); shard++) {
      if (!commands.get(shard).isEmpty()) {
        pending.add(shards.get(shard).submit(commands.get(shard)));
      }
    }
    int redeemed = 0;
    for (CompletableFuture<List<Answer>> it : pending) {
      for (Answer answer : it.join()) {
        redeemed += answer instanceof Answer.Done ? 1 : 0;
      }
    }
    return redeemed;
  }

  @Override
  public String remark() {
    long spent = 0;
    long slow = 0;
    long waited = 0;
    for (Shard shard : shards) {
      for (OfferView it : shard.offers().join()) {
        spent += it.spent();
        slow += it.slow();
        waited += it.waited();
      }
    }
    return "slow %.2f %%, waited %.2f %%".formatted(100.0 * slow / spent, 100.0 * waited / spent);
  }

  @Override
  public void close() {
    shards.forEach(Shard::close);
  }
}
