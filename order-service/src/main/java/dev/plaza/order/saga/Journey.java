package dev.plaza.order.saga;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The order's way from the kitchen to the door.
///
/// @param readyAt when the food is expected to be ready, or was
/// @param ready whether the restaurant said so
/// @param seq number of the newest event of dispatch that was taken in
public record Journey(Instant readyAt, boolean ready, long seq, @Nullable Eta eta) {

  /// When it arrives, with the interval it lies in.
  public record Eta(Instant at, Instant earliest, Instant latest) {}

  /// A courier bound to the order.
  public record Ride(String assignmentId, String courierId, boolean arrived) {}

  Journey readyAt(Instant at, boolean done) {
    return new Journey(at, done, seq, eta);
  }

  Journey at(long newest, @Nullable Eta newer) {
    return new Journey(readyAt, ready, newest, newer == null ? eta : newer);
  }
}
