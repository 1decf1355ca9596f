package dev.plaza.quota.standing;

import dev.plaza.quota.offer.Offer;
import dev.plaza.quota.standing.Applicability.Use;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/// How far an offer is used, as exactly as whoever asks needs it.
///
/// What one person has spent is known by their shard. What is left in all is at least what has not
/// left the authority; only where that is too little for the order, all shards are asked what lies
/// idle there. So an offer far from its limit costs one row, and one at its end the truth.
@Component
class Uses {

  private final UseStore store;
  private final PersonalUse personal;
  private final Standings standings;

  Uses(UseStore store, PersonalUse personal, Standings standings) {
    this.store = store;
    this.personal = personal;
    this.standings = standings;
  }

  /// @param cost what the order would take of a budget
  Use of(Offer offer, String user, long cost, String token) {
    Long spent = offer.perUserLimit() == null ? null : spent(offer.id(), user, token);
    UseStore.Rest rest = rest(offer.id());
    if (rest == null) {
      return new Use(null, null, spent);
    }
    Long units = rest.units();
    Long amount = rest.amount();
    boolean enough = (units == null || units > 0) && (amount == null || amount >= cost);
    if (enough) {
      return new Use(units, amount, spent);
    }
    List<ShardStanding> shards = standings.of(offer.id(), token);
    long usedUnits = shards.stream().mapToLong(it -> it.redeemed() + it.held()).sum();
    long usedAmount = shards.stream().mapToLong(ShardStanding::usedAmount).sum();
    return new Use(
        offer.limit() == null ? null : Long.valueOf(offer.limit() - usedUnits),
        offer.budget() == null ? null : Long.valueOf(offer.budget().amount() - usedAmount),
        spent);
  }

  private @Nullable Long spent(String offer, String user, String token) {
    OptionalLong known = personal.of(offer, user, token);
    return known.isPresent() ? Long.valueOf(known.getAsLong()) : logged(offer, user);
  }

  /// The log tells it too, a moment later.
  private @Nullable Long logged(String offer, String user) {
    try {
      return store.logged(offer, user);
    } catch (DataAccessException | TransactionException _) {
      return null;
    }
  }

  private UseStore.@Nullable Rest rest(String offer) {
    try {
      return store.rest(offer);
    } catch (DataAccessException | TransactionException _) {
      return null;
    }
  }
}
