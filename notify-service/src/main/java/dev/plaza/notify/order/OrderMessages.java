package dev.plaza.notify.order;

import dev.plaza.contracts.dispatch.AssignmentEvent;
import dev.plaza.contracts.order.OrderEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Which event is news for whom: pure.
final class OrderMessages {

  private OrderMessages() {}

  /// @param userId the inbox of a restaurant belongs to `restaurant:<id>`
  /// @param key names this news: however often it is heard, it is told once
  record News(String template, String userId, String key, Map<String, Object> data, Instant at) {}

  static List<News> of(String type, OrderEvent event) {
    return switch (type) {
      case OrderEvent.AUTHORIZED -> List.of(ticket(event));
      case OrderEvent.ACCEPTED -> List.of(customer("order.accepted", event, ""));
      case OrderEvent.SUBSTITUTION_PROPOSED ->
          List.of(customer("order.substitution_asked", event, ":" + event.version()));
      case OrderEvent.COURIER_ASSIGNED ->
          List.of(customer("order.courier_assigned", event, ":" + event.assignmentId()));
      case OrderEvent.PICKED_UP -> List.of(customer("order.arriving", event, ""));
      case OrderEvent.DELIVERED -> List.of(customer("order.delivered", event, ""));
      case OrderEvent.CAPTURED -> List.of(customer("order.receipt", event, ""));
      case OrderEvent.REJECTED,
          OrderEvent.CANCELLED,
          OrderEvent.PAYMENT_FAILED,
          OrderEvent.EXPIRED ->
          List.of(customer("order.cancelled", event, ""));
      default -> List.of();
    };
  }

  static List<News> of(String type, AssignmentEvent event) {
    if (!type.equals(AssignmentEvent.ASSIGNED) || event.courierId() == null) {
      return List.of();
    }
    var data = new HashMap<String, Object>();
    data.put("order_id", event.orderId());
    data.put("order_no", number(event.orderId()));
    putIfKnown(data, "eta", event.etaAt());
    return List.of(
        new News(
            "courier.assignment",
            event.courierId(),
            "courier.assignment:" + event.orderId() + ":" + event.assignmentId(),
            data,
            event.at()));
  }

  private static News customer(String template, OrderEvent event, String more) {
    return new News(
        template,
        event.customerId(),
        template + ":" + event.orderId() + more,
        data(event),
        event.at());
  }

  private static News ticket(OrderEvent event) {
    return new News(
        "restaurant.ticket",
        "restaurant:" + event.restaurantId(),
        "restaurant.ticket:" + event.orderId(),
        data(event),
        event.at());
  }

  private static Map<String, Object> data(OrderEvent event) {
    var data = new HashMap<String, Object>();
    data.put("order_id", event.orderId());
    data.put("order_no", number(event.orderId()));
    data.put("restaurant", event.restaurantName() == null ? "" : event.restaurantName());
    data.put("currency", event.currency());
    data.put("total", event.total());
    data.put("captured", event.captured());
    data.put("refunded", event.refunded());
    putIfKnown(data, "ready_at", event.readyAt());
    putIfKnown(data, "promised_by", event.promisedBy());
    var lines = new ArrayList<Map<String, Object>>();
    int pieces = 0;
    for (OrderEvent.Line line : event.lines()) {
      lines.add(Map.of("name", line.name(), "quantity", line.quantity()));
      pieces += line.quantity();
    }
    data.put("lines", lines);
    data.put("pieces", pieces);
    return data;
  }

  private static void putIfKnown(Map<String, Object> data, String name, @Nullable Instant at) {
    if (at != null) {
      data.put(name, at.toString());
    }
  }

  /// What people call an order.
  private static String number(String orderId) {
    return orderId.substring(Math.max(0, orderId.length() - 6)).toUpperCase(java.util.Locale.ROOT);
  }
}
