package dev.plaza.quota.shard;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One version of an offer's rules, as far as a shard needs them.
///
/// @param version grows with every change; an older version than the one known is ignored
/// @param limit units that may be spent in all; null for no limit
/// @param budget minor units of one currency that may be spent in all; null for no budget
/// @param perUserLimit units one person may spend; null for no limit
/// @param startsAt first moment it may be spent
/// @param endsAt first moment it may no longer be spent
/// @param honorHolds whether a hold taken before the end may be confirmed after it
public record OfferRules(
    String offerId,
    long version,
    @Nullable Long limit,
    @Nullable Long budget,
    @Nullable Long perUserLimit,
    Instant startsAt,
    Instant endsAt,
    boolean honorHolds) {

  public OfferRules {
    if (negative(limit) || negative(budget) || negative(perUserLimit)) {
      throw new IllegalArgumentException("a limit must not be negative");
    }
    if (!endsAt.isAfter(startsAt)) {
      throw new IllegalArgumentException("an offer ends after it starts");
    }
  }

  private static boolean negative(@Nullable Long value) {
    return value != null && value < 0;
  }

  /// Whether this version allows less than the other in any measure.
  boolean lowers(OfferRules other) {
    return less(limit, other.limit) || less(budget, other.budget);
  }

  private static boolean less(@Nullable Long mine, @Nullable Long others) {
    return mine != null && (others == null || mine < others);
  }
}
