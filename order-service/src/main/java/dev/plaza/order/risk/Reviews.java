package dev.plaza.order.risk;

import dev.plaza.order.checkout.OrderMoved;
import dev.plaza.order.order.OrderStatus;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/// The queue of orders on hold: opened and closed in the transaction that moves the order.
@Component
class Reviews {

  private static final TypeReference<List<String>> RULES = new TypeReference<>() {};

  private final JdbcClient jdbc;
  private final JsonMapper json;

  Reviews(JdbcClient jdbc, JsonMapper json) {
    this.jdbc = jdbc;
    this.json = json;
  }

  /// @param reason `RISK`, `CAPTURE_FAILED`, …
  /// @param rules `<rule>:<weight>`
  record Review(String orderId, Instant openedAt, String reason, List<String> rules) {}

  @EventListener
  void on(OrderMoved moved) {
    for (var fact : moved.facts()) {
      switch (fact.type()) {
        case HELD -> open(moved, fact.payload());
        case REVIEWED -> close(moved, fact.payload());
        case REJECTED, CANCELLED, EXPIRED, CAPTURED -> close(moved, Map.of());
        // The others neither hold an order nor let it go.
        default -> {}
      }
    }
  }

  private void open(OrderMoved moved, Map<String, Object> payload) {
    if (moved.order().progress().status() != OrderStatus.ON_HOLD) {
      return;
    }
    jdbc.sql(
            """
            INSERT INTO risk_review (order_id, opened_at, reason, rules)
            VALUES (?, ?, ?, ?::jsonb) ON CONFLICT DO NOTHING
            """)
        .param(UUID.fromString(moved.order().id()))
        .param(utc(moved.order().updatedAt()))
        .param(String.valueOf(payload.getOrDefault("reason", "RISK")))
        .param(json.writeValueAsString(payload.getOrDefault("rules", List.of())))
        .update();
  }

  private void close(OrderMoved moved, Map<String, Object> payload) {
    Object approved = payload.get("approved");
    jdbc.sql(
            """
            UPDATE risk_review SET closed_at = ?, decision = ?, decided_by = ?
             WHERE order_id = ? AND closed_at IS NULL
            """)
        .param(utc(moved.order().updatedAt()))
        .param(approved == null ? "ended" : Boolean.TRUE.equals(approved) ? "approve" : "refuse")
        .param(Objects.toString(payload.get("by"), null))
        .param(UUID.fromString(moved.order().id()))
        .update();
  }

  void note(String orderId, @Nullable String note) {
    jdbc.sql(
            """
            UPDATE risk_review SET note = ? WHERE (order_id, opened_at) IN (
              SELECT order_id, max(opened_at) FROM risk_review WHERE order_id = ? GROUP BY order_id)
            """)
        .param(note)
        .param(UUID.fromString(orderId))
        .update();
  }

  /// Oldest first.
  List<Review> open(@Nullable Instant after, @Nullable String afterId, int limit) {
    return jdbc.sql(
            """
            SELECT order_id, opened_at, reason, rules FROM risk_review
             WHERE closed_at IS NULL AND (opened_at, order_id) > (?, ?)
             ORDER BY opened_at, order_id LIMIT ?
            """)
        .param(utc(after == null ? Instant.EPOCH : after))
        .param(afterId == null ? new UUID(0, 0) : UUID.fromString(afterId))
        .param(limit)
        .query(
            (row, _) ->
                new Review(
                    row.getString("order_id"),
                    row.getObject("opened_at", OffsetDateTime.class).toInstant(),
                    row.getString("reason"),
                    json.readValue(row.getString("rules"), RULES)))
        .list();
  }

  private static OffsetDateTime utc(Instant at) {
    return at.atOffset(ZoneOffset.UTC);
  }
}
