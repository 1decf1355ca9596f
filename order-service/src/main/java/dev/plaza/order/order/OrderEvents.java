package dev.plaza.order.order;

import dev.plaza.contracts.Topics;
import dev.plaza.contracts.order.OrderEvent;
import dev.plaza.platform.outbox.OutboundEvent;
import dev.plaza.platform.outbox.Outbox;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/// What happened to orders: the audit trail, and from it the events on the topic.
@Component
public class OrderEvents {

  private static final TypeReference<Map<String, Object>> PAYLOAD = new TypeReference<>() {};

  private final JdbcClient jdbc;
  private final JsonMapper json;
  private final Outbox outbox;
  private final OrderStore orders;

  OrderEvents(JdbcClient jdbc, JsonMapper json, Outbox outbox, OrderStore orders) {
    this.jdbc = jdbc;
    this.json = json;
    this.outbox = outbox;
    this.orders = orders;
  }

  /// A row of the trail.
  ///
  /// @param seq the order's version after it
  public record Entry(
      long seq, String type, String status, Instant ts, Map<String, Object> payload) {}

  /// Under the order's row lock. The facts are the last ones up to `order.version()`.
  public void append(StoredOrder order, List<Fact> facts) {
    if (facts.isEmpty()) {
      return;
    }
    long first = order.version() - facts.size() + 1;
    insert(order, facts, first);
    for (int i = 0; i < facts.size(); i++) {
      var fact = facts.get(i);
      String type = fact.type().topicType();
      if (type != null) {
        var event = event(order, fact, first + i);
        outbox.append(new OutboundEvent(Topics.ORDER_ORDER, order.id(), type, order.id(), event));
      }
    }
  }

  private void insert(StoredOrder order, List<Fact> facts, long first) {
    var present = order.progress().status();
    jdbc.sql(
            """
            INSERT INTO order_event (order_id, seq, type, status, at, payload)
            SELECT :order, :first + row.nr - 1, row.type, row.status, :at, row.payload::jsonb
              FROM unnest(:types::text[], :statuses::text[], :payloads::text[])
                   WITH ORDINALITY AS row (type, status, payload, nr)
            """)
        .param("order", UUID.fromString(order.id()))
        .param("first", first)
        .param("at", order.updatedAt().atOffset(ZoneOffset.UTC))
        .param("types", texts(facts, it -> it.type().wire()))
        .param("statuses", texts(facts, it -> it.type().statusOr(present).name()))
        .param("payloads", texts(facts, it -> json.writeValueAsString(it.payload())))
        .update();
  }

  private static String[] texts(List<Fact> facts, Function<Fact, String> text) {
    return facts.stream().map(text).toArray(String[]::new);
  }

  private OrderEvent event(StoredOrder order, Fact fact, long version) {
    var progress = order.progress();
    var content = orders.content(order.id(), progress.revision());
    var draft = content.draft();
    var ride = progress.ride();
    return new OrderEvent(
        order.id(),
        version,
        fact.type().statusOr(progress.status()).name(),
        order.customerId(),
        order.restaurantId(),
        draft.restaurantName(),
        order.courierId(),
        ride == null ? null : ride.assignmentId(),
        draft.pickup(),
        draft.dropoff(),
        progress.readyAt(),
        progress.promisedBy(),
        content.price().currency(),
        content.price().total(),
        progress.payment().captured(),
        progress.payment().refunded(),
        draft.courierPay(),
        content.lines().stream()
            .map(it -> new OrderEvent.Line(it.lineId(), it.sku(), it.name(), it.quantity()))
            .toList(),
        progress.reason(),
        order.updatedAt());
  }

  List<Entry> after(String orderId, long seq, int limit) {
    return jdbc.sql(
            """
            SELECT seq, type, status, at, payload FROM order_event
             WHERE order_id = ? AND seq > ? ORDER BY seq LIMIT ?
            """)
        .param(UUID.fromString(orderId))
        .param(seq)
        .param(limit)
        .query(
            (row, _) ->
                new Entry(
                    row.getLong("seq"),
                    row.getString("type"),
                    row.getString("status"),
                    row.getObject("at", OffsetDateTime.class).toInstant(),
                    json.readValue(row.getString("payload"), PAYLOAD)))
        .list();
  }
}
