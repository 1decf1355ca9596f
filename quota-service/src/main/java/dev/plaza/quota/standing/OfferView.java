package dev.plaza.quota.standing;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.plaza.quota.offer.ConditionsBody;
import dev.plaza.quota.offer.Money;
import dev.plaza.quota.offer.Offer;
import dev.plaza.quota.offer.OfferBody.DiscountBody;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An offer, its rules and how it stands.
///
/// @param redeemed units spent for good
/// @param held units in open holds
/// @param remaining units that may still be spent; null without a limit
/// @param overBy by how much more was spent than a lowered limit allows
/// @param outstanding rights that shards have and have not spent
/// @param path `slow` as soon as it is slow at one shard
/// @param effectiveAt only in the answer to a change: from then on nobody who is connected decides
///     by the old rules; what `outstanding` says is the most that may be spent before
record OfferView(
    String id,
    long version,
    @Nullable Long limit,
    @Nullable Integer perUserLimit,
    @Nullable Instant startsAt,
    @Nullable Instant endsAt,
    @Nullable Money budget,
    DiscountBody discount,
    ConditionsBody conditions,
    long redeemed,
    long held,
    @Nullable Long remaining,
    long overBy,
    long outstanding,
    @Nullable Long budgetRemaining,
    double ratePerS,
    String path,
    @Nullable Double timeToExhaustionS,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Instant effectiveAt,
    List<ShardStanding> shards) {

  static OfferView of(Offer offer, List<ShardStanding> shards, @Nullable Instant effectiveAt) {
    long redeemed = shards.stream().mapToLong(ShardStanding::redeemed).sum();
    long held = shards.stream().mapToLong(ShardStanding::held).sum();
    double rate = shards.stream().mapToDouble(ShardStanding::ratePerS).sum();
    long spentAmount = shards.stream().mapToLong(ShardStanding::usedAmount).sum();
    Long limit = offer.limit();
    Long remaining = limit == null ? null : (Long) Math.max(0, limit - redeemed - held);
    Money budget = offer.budget();
    return new OfferView(
        offer.written(),
        offer.version(),
        limit,
        offer.perUserLimit(),
        offer.startsAt(),
        offer.endsAt(),
        budget,
        DiscountBody.of(offer.discount()),
        ConditionsBody.of(offer.conditions()),
        redeemed,
        held,
        remaining,
        limit == null ? 0 : Math.max(0, redeemed + held - limit),
        shards.stream().mapToLong(it -> Math.max(0, it.idle())).sum(),
        budget == null ? null : (Long) Math.max(0, budget.amount() - spentAmount),
        rate,
        shards.stream().anyMatch(it -> it.path().equals("slow")) ? "slow" : "fast",
        remaining == null || rate <= 0 ? null : (Double) (remaining / rate),
        effectiveAt,
        shards);
  }
}
