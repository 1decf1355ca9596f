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
    PLACED(OrderEvent.PLACED),
    PAYMENT_REQUESTED(null),
    AUTHORIZED(OrderEvent.AUTHORIZED),
    AUTHORIZATION_REPLACED(null),
    AUTHORIZATION_DECLINED(null),
    /// A hold came into being after nobody wanted it any more; it is released.
    LATE_AUTHORIZATION(null),
    HOLD_RELEASED(null),
    HOLD_LOST(null),
    HELD(OrderEvent.HELD),
    REVIEWED(null),
    RESTAURANT_ACKNOWLEDGED(null),
    SUBSTITUTION_PROPOSED(OrderEvent.SUBSTITUTION_PROPOSED),
    SUBSTITUTION_APPROVED(null),
    SUBSTITUTION_DECLINED(null),
    ACCEPTED(OrderEvent.ACCEPTED),
    READY_CHANGED(OrderEvent.READY_CHANGED),
    DISPATCH_REQUESTED(OrderEvent.DISPATCH_REQUESTED),
    COURIER_ASSIGNED(OrderEvent.COURIER_ASSIGNED),
    COURIER_LOST(OrderEvent.COURIER_LOST),
    COURIER_ARRIVED(OrderEvent.COURIER_ARRIVED),
    ETA_CHANGED(null),
    PICKED_UP(OrderEvent.PICKED_UP),
    UNDELIVERABLE(null),
    DELIVERED(OrderEvent.DELIVERED),
    CAPTURE_FAILED(null),
    MONEY_TAKEN(null),
    CAPTURED(OrderEvent.CAPTURED),
    REJECTED(OrderEvent.REJECTED),
    CANCELLED(OrderEvent.CANCELLED),
    PAYMENT_FAILED(OrderEvent.PAYMENT_FAILED),
    EXPIRED(OrderEvent.EXPIRED),
    /// The money of an order that ended without delivery is where it belongs.
    SETTLED(null),
    REFUND_REQUESTED(null),
    REFUNDED(OrderEvent.REFUNDED),
    REFUND_FAILED(null),
    /// A limit passed that only a person can do something about.
    NEEDS_ATTENTION(null);

    private final @Nullable String topicType;

    Type(@Nullable String topicType) {
      this.topicType = topicType;
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
