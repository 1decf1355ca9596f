package dev.plaza.order.restaurant;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Whether a restaurant takes an order at a moment, and when next if not.
///
/// @param status as the catalog's list shows it
/// @param accepting open, and there is still time to cook before it closes
/// @param nextOpenAt when it takes orders again; null: not known, or it does now
/// @param acceptsOrdersUntil last moment of an order in this shift; null: not open, or no end known
public record Opening(
    Status status,
    boolean accepting,
    String reason,
    @Nullable Instant nextOpenAt,
    @Nullable Instant acceptsOrdersUntil) {

  public enum Status {
    OPEN,
    CLOSED,
    PAUSED,
    UNKNOWN
  }
}
