package dev.plaza.order.pricing;

import dev.plaza.order.restaurant.Shop;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A cart looked at now: what it costs, what changed, what forbids it.
///
/// @param distanceM null: nobody has said where to
/// @param coupon what the discount comes from; null: there is none
record Assessment(
    Shop shop,
    List<OrderLine> lines,
    PriceBreakdown price,
    @Nullable Integer distanceM,
    SurgeLevel surge,
    @Nullable CouponTerms coupon,
    List<Change> changes,
    List<Refusal> refused) {

  /// Rules that a customer cannot have been told of by a diff of lines.
  private static final Set<String> WHATEVER_CHANGED =
      Set.of(
          PricingProblem.RESTAURANT_CLOSED.code(),
          PricingProblem.DELIVERY_MISSING.code(),
          PricingProblem.OUT_OF_ZONE.code(),
          PricingProblem.COUPON_REFUSED.code(),
          PricingProblem.COUPON_UNAVAILABLE.code());

  /// Refusals that hold even if the customer accepts every change.
  List<Refusal> refusedWhateverChanged() {
    return refused.stream().filter(it -> WHATEVER_CHANGED.contains(it.code())).toList();
  }
}
