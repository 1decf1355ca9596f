package dev.plaza.contracts.dispatch;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What dispatch did for an order.
///
/// Topic `dispatch.assignment.v1`, key `orderId`; `seq` grows with every event of the order.
///
/// @param assignmentId set from `assigned` on; a re-dispatch makes a new one
/// @param etaAt expected drop-off, with the interval `etaEarliest` to `etaLatest`
/// @param reason stable code: `no_courier`, `courier_cancelled`, `courier_vanished`,
///     `order_ended`, …
public record AssignmentEvent(
    String orderId,
    long seq,
    @Nullable String assignmentId,
    @Nullable String courierId,
    @Nullable Instant etaAt,
    @Nullable Instant etaEarliest,
    @Nullable Instant etaLatest,
    @Nullable String reason,
    Instant at) {

  /// Offers went out.
  public static final String OFFERED = "dispatch.assignment.offered";

  /// A courier accepted and is bound to the order.
  public static final String ASSIGNED = "dispatch.assignment.assigned";

  /// The courier left before pick-up; a new search runs.
  public static final String UNASSIGNED = "dispatch.assignment.unassigned";

  /// No courier could be found; dispatch has given up.
  public static final String FAILED = "dispatch.assignment.failed";

  /// The courier vanished or cancelled after pick-up: the food is gone.
  public static final String LOST = "dispatch.assignment.lost";

  /// The expected time moved because facts changed.
  public static final String ETA_UPDATED = "dispatch.assignment.eta_updated";
}
