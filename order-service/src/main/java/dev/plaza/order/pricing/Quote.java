package dev.plaza.order.pricing;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A price that holds until `expiresAt`, as the HTTP contract shows it.
///
/// @param changes against what the customer saw when last editing the cart
/// @param refused why this cart could not be ordered right now; empty: it can
public record Quote(
    String quoteId,
    String cartId,
    Instant expiresAt,
    long cartVersion,
    String restaurantId,
    long menuVersion,
    String currency,
    List<OrderLine> lines,
    long subtotal,
    List<PriceBreakdown.Discount> discounts,
    @Nullable Long deliveryFee,
    @Nullable Integer distanceM,
    long serviceFee,
    long smallOrderFee,
    PriceBreakdown.Surge surge,
    boolean taxIncluded,
    List<PriceBreakdown.Tax> taxes,
    long tip,
    long rounding,
    long total,
    List<Change> changes,
    List<Refusal> refused) {

  public PriceBreakdown price() {
    return new PriceBreakdown(
        currency,
        subtotal,
        discounts,
        deliveryFee,
        serviceFee,
        smallOrderFee,
        surge,
        taxIncluded,
        taxes,
        tip,
        rounding,
        total);
  }
}
