package dev.plaza.quota.standing;

import dev.plaza.quota.ownership.OwnedShard;
import dev.plaza.quota.ownership.PeerCalls;
import dev.plaza.quota.ownership.ShardMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/// Asks every shard how an offer stands there; for those that do not answer, the authority knows
/// what they told last.
@Component
class Standings {

  private static final long WAIT_MS = 1_000;

  private final ShardMap map;
  private final PeerCalls peers;
  private final UseStore store;

  Standings(ShardMap map, PeerCalls peers, UseStore store) {
    this.map = map;
    this.peers = peers;
    this.store = store;
  }

  record Shards(List<ShardStanding> shards) {}

  List<ShardStanding> of(String offer, String token) {
    Map<Integer, ShardStanding> shards = new TreeMap<>();
    try {
      store.told(offer).forEach(it -> shards.put(it.shard(), ShardStanding.of(it)));
    } catch (DataAccessException _) {
      // Then only those that answer are shown.
    }
    for (String peer : map.peers()) {
      try {
        peers
            .get(peer, StandingController.SHARDS + offer, token, Shards.class)
            .ifPresent(it -> it.shards().forEach(shard -> shards.put(shard.shard(), shard)));
      } catch (PeerCalls.Unreachable _) {
        // What it told last is shown.
      }
    }
    here(offer).forEach(it -> shards.put(it.shard(), it));
    return List.copyOf(shards.values());
  }

  List<ShardStanding> here(String offer) {
    var asked = new ArrayList<CompletableFuture<Optional<ShardStanding>>>();
    for (OwnedShard it : map.local()) {
      asked.add(
          it.engine()
              .offer(offer)
              .thenApply(
                  view ->
                      Optional.ofNullable(view)
                          .map(seen -> ShardStanding.of(it.id(), it.epoch(), map.url(), seen))));
    }
    return asked.stream().map(Standings::await).flatMap(Optional::stream).toList();
  }

  private static Optional<ShardStanding> await(CompletableFuture<Optional<ShardStanding>> future) {
    try {
      return future.get(WAIT_MS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    } catch (ExecutionException | TimeoutException _) {
      return Optional.empty();
    }
  }
}
