package dev.plaza.quota.redemption;

import dev.plaza.platform.problem.CommonProblem;
import dev.plaza.platform.problem.ProblemException;
import dev.plaza.quota.ownership.OwnedShard;
import dev.plaza.quota.ownership.PeerCalls;
import dev.plaza.quota.ownership.ShardMap;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Looks redemptions up at their shards.
@Component
class Views {

  private static final Duration WAIT = Duration.ofSeconds(2);

  private final ShardMap map;
  private final PeerCalls peers;

  Views(ShardMap map, PeerCalls peers) {
    this.map = map;
    this.peers = peers;
  }

  Optional<RedemptionView> here(int shard, UUID guid) {
    OwnedShard local = map.local(shard);
    if (local == null) {
      throw away();
    }
    var view = await(local.engine().redemption(guid));
    return Optional.ofNullable(view).map(it -> RedemptionView.of(shard, it));
  }

  Optional<RedemptionView> anywhere(int shard, UUID guid, String token) {
    String peer = map.local(shard) == null ? map.remote(shard) : null;
    if (peer == null) {
      return here(shard, guid);
    }
    try {
      return peers.get(
          peer,
          "/quota/shards/%d/redemptions/%s".formatted(shard, guid),
          token,
          RedemptionView.class);
    } catch (PeerCalls.Unreachable _) {
      throw away();
    }
  }

  /// A GUID that was reversed before it was known: that is marked at shards, and in no index, for
  /// a GUID has one shard there. Every shard is asked, so it is the last that is tried.
  Optional<RedemptionView> marked(UUID guid, String token) {
    for (int shard = 0; shard < map.shards(); shard++) {
      Optional<RedemptionView> view = anywhere(shard, guid, token);
      if (view.isPresent()) {
        return view;
      }
    }
    return Optional.empty();
  }

  private static ProblemException away() {
    return new ProblemException(CommonProblem.UNAVAILABLE, "The shard's owner does not answer.")
        .retryAfter(Duration.ofSeconds(1));
  }

  private static <T extends @Nullable Object> T await(CompletableFuture<T> future) {
    try {
      return future.get(WAIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw away();
    } catch (ExecutionException | TimeoutException _) {
      throw away();
    }
  }
}
