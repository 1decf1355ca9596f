package dev.plaza.order.order;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// An order in a list.
record OrderSummary(
    String id,
    OrderStatus status,
    @Nullable String reason,
    String customerId,
    String restaurantId,
    String restaurantName,
    @Nullable String courierId,
    Money total,
    @Nullable Instant readyAt,
    Progress.@Nullable Eta eta,
    Instant createdAt,
    Instant updatedAt,
    long version) {

  static OrderSummary of(StoredOrder order, OrderContent content) {
    return new OrderSummary(
        order.id(),
        order.progress().status(),
        order.progress().reason(),
        order.customerId(),
        order.restaurantId(),
        content.draft().restaurantName(),
        order.courierId(),
        new Money(content.price().total(), content.price().currency()),
        order.progress().readyAt(),
        order.progress().eta(),
        order.createdAt(),
        order.updatedAt(),
        order.version());
  }
}
