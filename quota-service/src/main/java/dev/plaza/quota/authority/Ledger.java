package dev.plaza.quota.authority;

import dev.plaza.quota.shard.Grant;
import org.jspecify.annotations.Nullable;

/// One offer's account at the authority: its limits, and what is out or spent over all shards.
///
/// @param outUnits sum over shards of what counts against the limit
/// @param usedUnits sum over shards of what they last said is spent
record Ledger(
    String offerId,
    @Nullable Long limit,
    @Nullable Long budget,
    long outUnits,
    long outAmount,
    long usedUnits,
    long usedAmount) {

  long unitsLeft() {
    return limit == null ? Grant.UNLIMITED : limit - outUnits;
  }

  long amountLeft() {
    return budget == null ? Grant.UNLIMITED : budget - outAmount;
  }

  /// The account after one shard's row went from `before` to `after`.
  Ledger moved(RightsRow before, RightsRow after) {
    return new Ledger(
        offerId,
        limit,
        budget,
        outUnits + after.claimedUnits() - before.claimedUnits(),
        outAmount + after.claimedAmount() - before.claimedAmount(),
        usedUnits + after.usedUnits() - before.usedUnits(),
        usedAmount + after.usedAmount() - before.usedAmount());
  }
}
