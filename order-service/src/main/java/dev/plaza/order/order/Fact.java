package dev.plaza.order.order;

import dev.plaza.contracts.order.OrderEvent;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Something that happened to an order: one row of its audit trail, and an event on the topic where
/// its type has one. Payloads hold no free text of customers and no card data.
public record Fact(Type type, Map<String, Object> payload) {

  public Fact {
    payload = Map.copyOf(payload);
  }

  public static Fact of(Type type) {
    return new Fact(type, Map.of());
  }

  /// A copy with another payload member; null leaves it out.
  public Fact with(String member, @Nullable Object value) {
    if (value == null) {
      return this;
    }
    var more = new LinkedHashMap<>(payload);
    more.put(member, value);
    return new Fact(type, more);
  }

  /// What others hear of it: `topicType` is null where it concerns this service only.
  public enum Type {
    PLACED(OrderEvent.PLACED, OrderStatus.PENDING),
    COUPON_REQUESTED(null, null),
    COUPON_RESERVED(null, null),
    COUPON_REFUSED(null, null),
    COUPON_REDEEMED(null, null),
    /// It could not be redeemed any more, and the platform pays the discount.
    COUPON_LOST(null, null),
    /// It is on its way back.
    COUPON_RELEASED(null, null),
    COUPON_RETURNED(null, null),
    /// A coupon was reserved after nobody wanted it any more; it is given back.
    LATE_COUPON(null, null),
    PAYMENT_REQUESTED(null, null),
    AUTHORIZED(OrderEvent.AUTHORIZED, OrderStatus.AWAITING_RESTAURANT),
    AUTHORIZATION_REPLACED(null, null),
    AUTHORIZATION_DECLINED(null, null),
    /// A hold came into being after nobody wanted it any more; it is released.
    LATE_AUTHORIZATION(null, null),
    HOLD_RELEASED(null, null),
    HOLD_LOST(null, null),
    HELD(OrderEvent.HELD, OrderStatus.ON_HOLD),
    REVIEWED(null, null),
    RESTAURANT_ACKNOWLEDGED(null, null),
    SUBSTITUTION_PROPOSED(OrderEvent.SUBSTITUTION_PROPOSED, OrderStatus.SUBSTITUTION_PROPOSED),
    SUBSTITUTION_APPROVED(null, null),
    SUBSTITUTION_DECLINED(null, null),
    ACCEPTED(OrderEvent.ACCEPTED, OrderStatus.PREPARING),
    READY_CHANGED(OrderEvent.READY_CHANGED, null),
    DISPATCH_REQUESTED(OrderEvent.DISPATCH_REQUESTED, OrderStatus.DISPATCHING),
    COURIER_ASSIGNED(OrderEvent.COURIER_ASSIGNED, OrderStatus.COURIER_ASSIGNED),
    COURIER_LOST(OrderEvent.COURIER_LOST, null),
    COURIER_ARRIVED(OrderEvent.COURIER_ARRIVED, null),
    ETA_CHANGED(null, null),
    PICKED_UP(OrderEvent.PICKED_UP, OrderStatus.COURIER_EN_ROUTE),
    UNDELIVERABLE(null, null),
    DELIVERED(OrderEvent.DELIVERED, OrderStatus.DELIVERED),
    CAPTURE_FAILED(null, null),
    MONEY_TAKEN(null, null),
    CAPTURED(OrderEvent.CAPTURED, OrderStatus.CAPTURED),
    REJECTED(OrderEvent.REJECTED, OrderStatus.REJECTED),
    CANCELLED(OrderEvent.CANCELLED, OrderStatus.CANCELLED),
    PAYMENT_FAILED(OrderEvent.PAYMENT_FAILED, OrderStatus.PAYMENT_FAILED),
    EXPIRED(OrderEvent.EXPIRED, OrderStatus.EXPIRED),
    /// The money of an order that ended without delivery is where it belongs.
    SETTLED(null, null),
    REFUND_REQUESTED(null, null),
    REFUNDED(OrderEvent.REFUNDED, null),
    REFUND_FAILED(null, null),
    /// A limit passed that only a person can do something about.
    NEEDS_ATTENTION(null, null);

    private final @Nullable String topicType;
    private final @Nullable OrderStatus status;

    Type(@Nullable String topicType, @Nullable OrderStatus status) {
      this.topicType = topicType;
      this.status = status;
    }

    /// The status that this fact stands for.
    public OrderStatus statusOr(OrderStatus present) {
      return status == null ? present : status;
    }

    public @Nullable String topicType() {
      return topicType;
    }

    /// As the HTTP contract shows it.
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
