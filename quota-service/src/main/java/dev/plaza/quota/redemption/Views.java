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

  /// Only if the shard is here: the last hop.
  Optional<RedemptionView> here(int shard, UUID guid) {
    OwnedShard local = map.local(shard);
    if (local == null) {
      throw away();
    }
    return look(local, guid);
  }

  /// While the shard moves or its owner does not answer, it looks again, as [Router] does.
  Optional<RedemptionView> anywhere(int shard, UUID guid, String token) {
    return lookAgain(() -> once(shard, guid, token));
  }

  /// A GUID that was reversed before it was known: that is marked at shards, and in no index, for
  /// a GUID has one shard there. Every instance is asked, so it is the last that is tried.
  Optional<RedemptionView> marked(UUID guid, String token) {
    return lookAgain(() -> markedOnce(guid, token));
  }

  /// The mark at any of the shards that are here.
  Optional<RedemptionView> markedHere(UUID guid) {
    return map.local().stream().map(it -> look(it, guid)).flatMap(Optional::stream).findFirst();
  }

  private Optional<RedemptionView> once(int shard, UUID guid, String token)
      throws PeerCalls.Unreachable {
    OwnedShard local = map.local(shard);
    if (local != null) {
      return look(local, guid);
    }
    String peer = map.remote(shard);
    if (peer == null) {
      throw new PeerCalls.Unreachable("nobody owns shard " + shard);
    }
    String path = "/quota/shards/%d/redemptions/%s".formatted(shard, guid);
    return peers.get(peer, path, token, RedemptionView.class);
  }

  private Optional<RedemptionView> markedOnce(UUID guid, String token)
      throws PeerCalls.Unreachable {
    Optional<RedemptionView> mark = markedHere(guid);
    for (String peer : map.peers()) {
      if (mark.isEmpty()) {
        mark = peers.get(peer, PeerController.MARKS + guid, token, RedemptionView.class);
      }
    }
    if (mark.isEmpty() && !map.isComplete()) {
      throw new PeerCalls.Unreachable("a shard has no owner");
    }
    return mark;
  }

  private interface Look {
    Optional<RedemptionView> take() throws PeerCalls.Unreachable;
  }

  private Optional<RedemptionView> lookAgain(Look look) {
    long deadline = System.nanoTime() + Router.MOVING_WAIT.toNanos();
    while (true) {
      try {
        return look.take();
      } catch (PeerCalls.Unreachable _) {
        map.doubt();
        if (System.nanoTime() - deadline > 0 || !Router.pause()) {
          throw away();
        }
      }
    }
  }

  private static Optional<RedemptionView> look(OwnedShard shard, UUID guid) {
    var view = await(shard.engine().redemption(guid));
    return Optional.ofNullable(view).map(it -> RedemptionView.of(shard.id(), it));
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
