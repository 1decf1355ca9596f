package dev.plaza.tracking.track;

import dev.plaza.contracts.Place;
import dev.plaza.contracts.order.OrderEvent;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What tracking knows of an order, folded from its events. Pure.
///
/// @param courierId of the present assignment; after the end, of the last one
/// @param assignedAt since when that courier has the order
/// @param endedAt set once and for ever by whatever ends the ride
/// @param changedAt when tracking learned of `version`
/// @param feedEpoch which making of the order's feed is the valid one
public record TrackedOrder(
    String orderId,
    long version,
    String status,
    String customerId,
    String restaurantId,
    @Nullable String courierId,
    @Nullable Instant assignedAt,
    boolean pickedUp,
    @Nullable Instant endedAt,
    Place pickup,
    Place dropoff,
    Instant changedAt,
    long feedEpoch) {

  private static final Set<String> ENDED_BY =
      Set.of(
          OrderEvent.DELIVERED,
          OrderEvent.CAPTURED,
          OrderEvent.REJECTED,
          OrderEvent.CANCELLED,
          OrderEvent.PAYMENT_FAILED,
          OrderEvent.EXPIRED);

  private static final Set<String> ENDED_IN =
      Set.of("DELIVERED", "CAPTURED", "REJECTED", "CANCELLED", "PAYMENT_FAILED", "EXPIRED");

  /// The order after an event that is newer than what was known.
  static TrackedOrder after(
      @Nullable TrackedOrder before, OrderEvent event, String type, Instant now) {
    boolean ends = ENDED_BY.contains(type) || ENDED_IN.contains(event.status());
    Instant endedAt = before != null && before.endedAt != null ? before.endedAt : null;
    if (endedAt == null && ends) {
      endedAt = event.at();
    }
    String known = before == null ? null : before.courierId;
    String courierId = event.courierId() == null && endedAt != null ? known : event.courierId();
    // The same ride goes on, or another one begins.
    TrackedOrder ride =
        before != null && courierId != null && courierId.equals(known) ? before : null;
    Instant assignedAt = courierId == null ? null : event.at();
    if (ride != null && ride.assignedAt != null) {
      assignedAt = ride.assignedAt;
    }
    boolean pickedUp =
        (ride != null && ride.pickedUp)
            || type.equals(OrderEvent.PICKED_UP)
            || event.status().equals("COURIER_EN_ROUTE");
    return new TrackedOrder(
        event.orderId(),
        event.version(),
        event.status(),
        event.customerId(),
        event.restaurantId(),
        courierId,
        assignedAt,
        pickedUp,
        endedAt,
        event.pickup(),
        event.dropoff(),
        now,
        before == null ? 0 : before.feedEpoch);
  }

  /// Whether those concerned may see the courier: from the assignment to the end of the ride.
  public boolean showsCourier() {
    return courierId != null && endedAt == null;
  }

  public boolean hasEnded() {
    return endedAt != null;
  }
}
