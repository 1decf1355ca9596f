package dev.plaza.order.pricing;

import dev.plaza.order.cart.Choice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An order's lines after a restaurant's proposal, with their price.
public record Substitution(List<OrderLine> lines, PriceBreakdown price) {

  /// What one line becomes.
  ///
  /// @param sku of the newest menu; null: the line is dropped
  public record Replacement(
      String lineId, @Nullable String sku, int quantity, List<Choice> modifiers) {}
}
