package dev.plaza.order.pricing;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The parts of a price, minor units of `currency`.
///
/// `total = subtotal - sum(discounts) + deliveryFee + serviceFee + smallOrderFee + surge.fee + tip
/// + rounding`, plus `sum(taxes)` where `taxIncluded` is false. Exactly: there is no other term.
///
/// @param subtotal all lines before discounts
/// @param deliveryFee null: not known, because nobody has said where to; an order always has one
/// @param taxes per rate, contained in the prices where `taxIncluded`
/// @param rounding to the smallest amount that can be paid in this currency
public record PriceBreakdown(
    String currency,
    long subtotal,
    List<Discount> discounts,
    @Nullable Long deliveryFee,
    long serviceFee,
    long smallOrderFee,
    Surge surge,
    boolean taxIncluded,
    List<Tax> taxes,
    long tip,
    long rounding,
    long total) {

  /// @param amount positive: what is taken off
  public record Discount(String code, long amount, String reason) {}

  public record Surge(int level, long fee) {
    public static final Surge NONE = new Surge(0, 0);
  }

  /// @param rate percent, e.g. 10 or 8.25
  /// @param base what it is levied on, without the tax
  public record Tax(BigDecimal rate, long base, long amount) {}

  public long discount() {
    return discounts.stream().mapToLong(Discount::amount).sum();
  }
}
