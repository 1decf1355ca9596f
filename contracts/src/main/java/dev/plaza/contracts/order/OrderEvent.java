package dev.plaza.contracts.order;

import dev.plaza.contracts.Place;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An order after a step: the whole state a consumer may need, so that nobody has to ask back.
///
/// Topic `order.order.v1`, key `orderId`; `version` grows with every event of the order. No card
/// data, no addresses, no free text about people.
///
/// @param status name of the order's status as in the HTTP contract
/// @param courierId subject of the assigned courier, null before and after an assignment
/// @param readyAt when the food is expected to be ready
/// @param promisedBy when the customer was told to have it at the latest
/// @param courierPay what a courier earns for it, tip included, minor units of `currency`
/// @param reason stable code of why it ended or is held, e.g. `RESTAURANT_UNREACHABLE`
public record OrderEvent(
    String orderId,
    long version,
    String status,
    String customerId,
    String restaurantId,
    @Nullable String restaurantName,
    @Nullable String courierId,
    @Nullable String assignmentId,
    Place pickup,
    Place dropoff,
    @Nullable Instant readyAt,
    @Nullable Instant promisedBy,
    String currency,
    long total,
    long captured,
    long refunded,
    long courierPay,
    List<Line> lines,
    @Nullable String reason,
    Instant at) {

  public static final String PLACED = "order.order.placed";
  public static final String AUTHORIZED = "order.order.authorized";
  public static final String HELD = "order.order.held";
  public static final String ACCEPTED = "order.order.accepted";
  public static final String SUBSTITUTION_PROPOSED = "order.order.substitution_proposed";
  public static final String DISPATCH_REQUESTED = "order.order.dispatch_requested";
  public static final String READY_CHANGED = "order.order.ready_changed";
  public static final String COURIER_ASSIGNED = "order.order.courier_assigned";
  public static final String COURIER_LOST = "order.order.courier_lost";
  public static final String COURIER_ARRIVED = "order.order.courier_arrived";
  public static final String PICKED_UP = "order.order.picked_up";
  public static final String DELIVERED = "order.order.delivered";
  public static final String CAPTURED = "order.order.captured";
  public static final String REFUNDED = "order.order.refunded";
  public static final String REJECTED = "order.order.rejected";
  public static final String CANCELLED = "order.order.cancelled";
  public static final String PAYMENT_FAILED = "order.order.payment_failed";
  public static final String EXPIRED = "order.order.expired";

  public record Line(String lineId, String sku, String name, int quantity) {}
}
