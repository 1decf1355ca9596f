package dev.plaza.order.pricing;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A priced line. Amounts are minor units of the cart's currency.
///
/// `discount` and `tax` are for the whole line; `total` is what the line costs the customer:
/// `quantity * (unitPrice + modifiersPrice) - discount`, plus `tax` where prices exclude it.
///
/// @param unitPrice one piece without modifiers
/// @param modifiersPrice the modifiers of one piece, all levels
/// @param taxRate percent, e.g. 10 or 8.25
public record OrderLine(
    String lineId,
    String sku,
    String name,
    int quantity,
    long unitPrice,
    List<Modifier> modifiers,
    long modifiersPrice,
    String taxCategory,
    BigDecimal taxRate,
    long discount,
    long tax,
    long total,
    @Nullable String note) {

  /// What it costs before its discount.
  ///
  /// @throws ArithmeticException beyond any sensible amount
  long gross() {
    return Math.multiplyExact(quantity, piece());
  }

  /// One piece with its modifiers.
  long piece() {
    return Math.addExact(unitPrice, modifiersPrice);
  }

  OrderLine costing(long lineDiscount, long lineTax, long lineTotal) {
    return new OrderLine(
        lineId,
        sku,
        name,
        quantity,
        unitPrice,
        modifiers,
        modifiersPrice,
        taxCategory,
        taxRate,
        lineDiscount,
        lineTax,
        lineTotal,
        note);
  }

  /// A chosen option with its own choices.
  ///
  /// @param price of one, without what is nested in it
  public record Modifier(
      String groupId,
      String optionId,
      String name,
      int quantity,
      long price,
      List<Modifier> modifiers) {}
}
