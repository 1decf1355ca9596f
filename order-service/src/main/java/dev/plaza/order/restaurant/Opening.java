package dev.plaza.order.restaurant;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Whether a restaurant takes an order at a moment, and when next if not.
///
/// @param status as the catalog's list shows it
/// @param accepting open, and there is still time to cook before it closes
/// @param reason stable code, the same words as the catalog's
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

  /// The reason for people.
  public String sentence() {
    return switch (reason) {
      case "open" -> "It is open.";
      case "outside_hours" -> "It is closed.";
      case "paused" -> "It has paused taking orders.";
      case "closes_too_soon" -> "It closes too soon to prepare an order.";
      default -> "Its opening hours are not known.";
    };
  }
}
