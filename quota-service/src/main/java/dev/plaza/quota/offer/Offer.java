package dev.plaza.quota.offer;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// An offer as it stands at the authority.
///
/// @param id the canonical form that everything else knows it by
/// @param written as its author wrote it
/// @param version grows by one with each change
/// @param limit units that may be redeemed in all; null: no limit
/// @param perUserLimit units per person; null: no limit
/// @param startsAt first moment it can be redeemed; null: at once
/// @param endsAt first moment it cannot be redeemed any more; null: never
/// @param budget money it may cost in all; null: no limit
public record Offer(
    String id,
    String written,
    long version,
    @Nullable Long limit,
    @Nullable Integer perUserLimit,
    @Nullable Instant startsAt,
    @Nullable Instant endsAt,
    @Nullable Money budget,
    Discount discount,
    Conditions conditions) {

  Offer withVersion(long next) {
    return new Offer(
        id, written, next, limit, perUserLimit, startsAt, endsAt, budget, discount, conditions);
  }
}
