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

  /// Whether whoever waits for rights should ask now: there are some again, or all are spent.
  boolean isNews(Ledger before) {
    return (before.unitsLeft() <= 0 && unitsLeft() > 0)
        || (before.amountLeft() <= 0 && amountLeft() > 0)
        || (isSpent() && !before.isSpent());
  }

  /// Whether nothing is left, neither here nor at a shard.
  private boolean isSpent() {
    return (unitsLeft() <= 0 && outUnits <= usedUnits)
        || (amountLeft() <= 0 && outAmount <= usedAmount);
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
