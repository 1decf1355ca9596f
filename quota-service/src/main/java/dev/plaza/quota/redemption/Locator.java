package dev.plaza.quota.redemption;

import dev.plaza.quota.offer.OfferId;
import dev.plaza.quota.offer.Person;
import dev.plaza.quota.ownership.PeerCalls;
import dev.plaza.quota.ownership.ShardMap;
import dev.plaza.quota.shard.GuidIndex;
import dev.plaza.quota.shard.Shard;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/// Finds the shard that knows a GUID: by the index of this instance, by offer and person if the
/// caller names them, by asking the other instances, at last by the log.
@Component
class Locator {

  private final GuidIndex guids;
  private final ShardMap map;
  private final PeerCalls peers;
  private final JdbcClient jdbc;

  Locator(GuidIndex guids, ShardMap map, PeerCalls peers, JdbcClient jdbc) {
    this.guids = guids;
    this.map = map;
    this.peers = peers;
    this.jdbc = jdbc;
  }

  /// Where it is; `sure` says that nobody was left out who might know it.
  record Place(OptionalInt shard, boolean sure) {}

  /// What another instance says about a GUID it knows.
  record Known(int shard) {}

  OptionalInt here(UUID guid) {
    return guids.shardOf(guid);
  }

  /// @return the shard that the caller's hints name, if both are there
  OptionalInt hinted(@Nullable String offerId, @Nullable String userId) {
    String offer = offerId == null ? null : OfferId.canonical(offerId);
    String user = userId == null ? null : Person.canonical(userId);
    return offer == null || user == null
        ? OptionalInt.empty()
        : OptionalInt.of(Shard.of(offer, user, map.shards()));
  }

  Place search(UUID guid, String token) {
    OptionalInt here = here(guid);
    if (here.isPresent()) {
      return new Place(here, true);
    }
    boolean sure = map.isComplete();
    for (String peer : map.peers()) {
      try {
        Optional<Known> known =
            peers.get(peer, PeerController.REDEMPTIONS + guid, token, Known.class);
        if (known.isPresent()) {
          return new Place(OptionalInt.of(known.get().shard()), true);
        }
      } catch (PeerCalls.Unreachable _) {
        sure = false;
      }
    }
    return logged(guid, sure);
  }

  private Place logged(UUID guid, boolean sure) {
    try {
      var shard =
          jdbc.sql("SELECT shard FROM redemption_guid WHERE guid = :guid")
              .param("guid", guid)
              .query(Integer.class)
              .optional();
      return shard.isPresent()
          ? new Place(OptionalInt.of(shard.get()), true)
          : new Place(OptionalInt.empty(), sure);
    } catch (DataAccessException _) {
      return new Place(OptionalInt.empty(), sure);
    }
  }
}
