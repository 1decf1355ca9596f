package dev.plaza.tracking.anomaly;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Something odd about a ride.
///
/// @param value the measured quantity in the unit of its kind
record Anomaly(Kind kind, @Nullable String orderId, double value) {

  enum Kind {
    /// m/s
    IMPOSSIBLE_SPEED,
    /// m
    TELEPORT,
    /// s
    STANDING,
    /// ratio of the way ridden to the straight line
    DETOUR,
    /// m from the address
    DELIVERED_ELSEWHERE;

    String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
