package dev.plaza.dev.city;

import dev.plaza.dev.client.Geo.Point;
import dev.plaza.dev.client.Shopper;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What the city knows of an order, and what it has done with it so far.
final class OrderFacts {

  private final String id;
  private final String customerId;
  private final String restaurantId;
  private final Behaviour behaviour;
  private final @Nullable Point pickup;
  private final @Nullable Point dropoff;
  private final AtomicBoolean courierGone = new AtomicBoolean();
  private volatile boolean ready;

  private OrderFacts(JsonNode order) {
    id = order.path("id").asString();
    customerId = order.path("customer_id").asString("");
    restaurantId = order.path("restaurant").path("id").asString("");
    behaviour = Behaviour.of(order.path("delivery").path("instructions").asString(""));
    pickup = Shopper.point(order.path("restaurant").path("location"));
    dropoff = Shopper.point(order.path("delivery").path("location"));
  }

  /// @param order as ops read it
  static OrderFacts of(JsonNode order) {
    return new OrderFacts(order);
  }

  String id() {
    return id;
  }

  String customerId() {
    return customerId;
  }

  String restaurantId() {
    return restaurantId;
  }

  Behaviour behaviour() {
    return behaviour;
  }

  @Nullable Point pickup() {
    return pickup;
  }

  @Nullable Point dropoff() {
    return dropoff;
  }

  /// True once: the first courier of such an order is the one who leaves.
  boolean courierLeavesNow() {
    return courierGone.compareAndSet(false, true);
  }

  boolean ready() {
    return ready;
  }

  void markReady() {
    ready = true;
  }
}
