package dev.plaza.order.pricing;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/// What differs from what the customer saw last.
///
/// @param lineId, sku null where it concerns the whole order
/// @param from, to for `price_changed` the price of one piece with its modifiers; for
///     `discount_changed` the discounts; for the others how many pieces were asked for and how many
///     can be had
public record Change(
    @Nullable String lineId,
    @Nullable String sku,
    Kind kind,
    @Nullable Long from,
    @Nullable Long to) {

  public enum Kind {
    @JsonProperty("price_changed")
    PRICE_CHANGED,
    /// Sold out, fewer left than asked for, or not sold at this time of day.
    @JsonProperty("unavailable")
    UNAVAILABLE,
    /// No longer on the menu.
    @JsonProperty("removed")
    REMOVED,
    /// An option of it is sold out or gone, or the rules of a group changed.
    @JsonProperty("modifier_unavailable")
    MODIFIER_UNAVAILABLE,
    /// The coupon takes off another amount than it did.
    @JsonProperty("discount_changed")
    DISCOUNT_CHANGED
  }
}
