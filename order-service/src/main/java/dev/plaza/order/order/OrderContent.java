package dev.plaza.order.order;

import dev.plaza.order.pricing.OrderDraft;
import dev.plaza.order.pricing.OrderLine;
import dev.plaza.order.pricing.PriceBreakdown;
import java.util.List;

/// What an order consists of under one revision: immutable.
///
/// @param draft as ordered; `lines` and `price` are those of the revision
public record OrderContent(OrderDraft draft, List<OrderLine> lines, PriceBreakdown price) {

  public static final String ORIGINAL = "original";

  public OrderContent {
    lines = List.copyOf(lines);
  }

  public static OrderContent original(OrderDraft draft) {
    return new OrderContent(draft, draft.lines(), draft.price());
  }

  /// What a revision changes.
  record Revision(List<OrderLine> lines, PriceBreakdown price) {}
}
