package dev.plaza.quota.standing;

import dev.plaza.quota.ownership.OwnedShard;
import dev.plaza.quota.ownership.PeerCalls;
import dev.plaza.quota.ownership.ShardMap;
import dev.plaza.quota.shard.Shard;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.springframework.stereotype.Component;

/// What one person has spent of an offer, from the one shard that decides about it.
@Component
class PersonalUse {

  static final String PATH = "/quota/shards/{shard}/use";

  private static final long WAIT_MS = 1_000;

  private final ShardMap map;
  private final PeerCalls peers;

  PersonalUse(ShardMap map, PeerCalls peers) {
    this.map = map;
    this.peers = peers;
  }

  record Units(long units) {}

  /// @return empty when the shard cannot be asked just now
  OptionalLong of(String offer, String user, String token) {
    int shard = Shard.of(offer, user, map.shards());
    String peer = map.local(shard) == null ? map.remote(shard) : null;
    if (peer == null) {
      return here(shard, offer, user);
    }
    try {
      String path =
          PATH.replace("{shard}", Integer.toString(shard))
              + "?offer=%s&user=%s".formatted(encoded(offer), encoded(user));
      return peers.get(peer, path, token, Units.class).stream().mapToLong(Units::units).findFirst();
    } catch (PeerCalls.Unreachable _) {
      return OptionalLong.empty();
    }
  }

  OptionalLong here(int shard, String offer, String user) {
    OwnedShard local = map.local(shard);
    if (local == null) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(local.engine().spent(offer, user).get(WAIT_MS, TimeUnit.MILLISECONDS));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return OptionalLong.empty();
    } catch (ExecutionException | TimeoutException _) {
      return OptionalLong.empty();
    }
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
