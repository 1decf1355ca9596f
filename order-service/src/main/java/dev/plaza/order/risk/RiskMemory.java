package dev.plaza.order.risk;

import dev.plaza.order.checkout.OrderMoved;
import dev.plaza.order.coupon.CouponTurnedDown;
import dev.plaza.order.order.Fact;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/// What is remembered of orders to judge later ones. Every look back is bounded in time and rows.
@Component
class RiskMemory {

  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration WEEK = Duration.ofDays(7);
  private static final int ROWS_MAX = 1_000;

  private final JdbcClient jdbc;
  private final Clock clock;

  RiskMemory(JdbcClient jdbc, Clock clock) {
    this.jdbc = jdbc;
    this.clock = clock;
  }

  record Past(
      int accountOrders, int deviceOrders, int deviceAccounts, int failedCards, boolean captured) {}

  Past past(String customerId, @Nullable String device) {
    Instant now = clock.instant();
    return jdbc.sql(
            """
            SELECT
              (SELECT count(*) FROM (SELECT FROM risk_order WHERE customer_id = :customer
                 AND created_at > :hour LIMIT :max) a) AS account_orders,
              (SELECT count(*) FROM (SELECT FROM risk_order WHERE device = :device
                 AND created_at > :hour LIMIT :max) d) AS device_orders,
              (SELECT count(DISTINCT customer_id) FROM (SELECT customer_id FROM risk_order
                 WHERE device = :device AND created_at > :week AND customer_id <> :customer
                 LIMIT :max) s) AS device_accounts,
              (SELECT count(*) FROM (SELECT FROM risk_order WHERE customer_id = :customer
                 AND outcome = 'declined' AND created_at > :hour LIMIT :max) f) AS failed_cards,
              EXISTS (SELECT FROM risk_order WHERE customer_id = :customer
                 AND outcome = 'captured') AS captured
            """)
        .param("customer", customerId)
        .param("device", device == null ? "" : device)
        .param("hour", utc(now.minus(HOUR)))
        .param("week", utc(now.minus(WEEK)))
        .param("max", ROWS_MAX)
        .query(
            (row, _) ->
                new Past(
                    row.getInt("account_orders"),
                    row.getInt("device_orders"),
                    row.getInt("device_accounts"),
                    row.getInt("failed_cards"),
                    row.getBoolean("captured")))
        .single();
  }

  /// How many of the customer's last ten delivered orders this courier brought.
  int ridesTogether(String customerId, String courierId) {
    return jdbc.sql(
            """
            SELECT count(*) FILTER (WHERE courier_id = :courier) FROM (
              SELECT courier_id FROM risk_order WHERE customer_id = :customer
                 AND outcome = 'captured' ORDER BY created_at DESC LIMIT 10) last
            """)
        .param("customer", customerId)
        .param("courier", courierId)
        .query(Integer.class)
        .single();
  }

  List<String> anomalies(String courierId, String orderId, Instant since) {
    return jdbc.sql(
            """
            SELECT DISTINCT kind FROM risk_anomaly
             WHERE courier_id = ? AND at >= ? AND (order_id IS NULL OR order_id = ?) LIMIT 20
            """)
        .param(courierId)
        .param(utc(since))
        .param(orderId)
        .query((row, _) -> row.getString(1))
        .list();
  }

  RiskFacts.Coupons coupons(String customerId, @Nullable String device) {
    Instant now = clock.instant();
    return jdbc.sql(
            """
            SELECT
              (SELECT count(*) FROM (SELECT FROM risk_order WHERE customer_id = :customer
                 AND coupon IS NOT NULL AND created_at > :day LIMIT :max) a) AS account,
              (SELECT count(DISTINCT customer_id) FROM (SELECT customer_id FROM risk_order
                 WHERE device = :device AND coupon IS NOT NULL AND created_at > :week
                   AND customer_id <> :customer LIMIT :max) d) AS device_accounts,
              (SELECT count(*) FROM (SELECT FROM risk_coupon WHERE customer_id = :customer
                 AND at > :hour LIMIT :max) r) AS refused
            """)
        .param("customer", customerId)
        .param("device", device == null ? "" : device)
        .param("hour", utc(now.minus(HOUR)))
        .param("day", utc(now.minus(DAY)))
        .param("week", utc(now.minus(WEEK)))
        .param("max", ROWS_MAX)
        .query(
            (row, _) ->
                new RiskFacts.Coupons(
                    true,
                    row.getInt("account"),
                    row.getInt("device_accounts"),
                    row.getInt("refused")))
        .single();
  }

  void remember(
      String orderId, String customerId, @Nullable String device, @Nullable String coupon) {
    jdbc.sql(
            """
            INSERT INTO risk_order (order_id, customer_id, device, coupon, outcome, created_at)
            VALUES (?, ?, ?, ?, 'open', ?) ON CONFLICT DO NOTHING
            """)
        .param(UUID.fromString(orderId))
        .param(customerId)
        .param(device)
        .param(coupon)
        .param(utc(clock.instant()))
        .update();
  }

  /// @return false when it is known
  boolean strange(
      String eventId, String courierId, @Nullable String orderId, String kind, Instant at) {
    return jdbc.sql(
                """
                INSERT INTO risk_anomaly (event_id, courier_id, order_id, kind, at)
                VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
                """)
            .param(eventId)
            .param(courierId)
            .param(orderId)
            .param(kind)
            .param(utc(at))
            .update()
        == 1;
  }

  @EventListener
  void on(CouponTurnedDown refusal) {
    jdbc.sql(
            """
            INSERT INTO risk_coupon (customer_id, code, reason, at) VALUES (?, ?, ?, ?)
            ON CONFLICT (customer_id, code)
            DO UPDATE SET reason = excluded.reason, at = excluded.at
            """)
        .param(refusal.customerId())
        .param(refusal.code())
        .param(refusal.reason())
        .param(utc(clock.instant()))
        .update();
  }

  /// Coupons refused long ago say nothing any more.
  int purge() {
    return jdbc.sql(
            """
            DELETE FROM risk_coupon WHERE (customer_id, code) IN (
              SELECT customer_id, code FROM risk_coupon WHERE at < ?
              ORDER BY at LIMIT 1000 FOR UPDATE SKIP LOCKED)
            """)
        .param(utc(clock.instant().minus(DAY)))
        .update();
  }

  @EventListener
  void on(OrderMoved moved) {
    for (Fact fact : moved.facts()) {
      switch (fact.type()) {
        case AUTHORIZATION_DECLINED -> outcome(moved, "declined");
        case CAPTURED -> outcome(moved, "captured");
        // The others say nothing about whom to trust.
        default -> {}
      }
    }
  }

  private void outcome(OrderMoved moved, String outcome) {
    jdbc.sql(
            """
            UPDATE risk_order SET outcome = ?, courier_id = ?
             WHERE order_id = ? AND outcome <> 'captured'
            """)
        .param(outcome)
        .param(moved.order().courierId())
        .param(UUID.fromString(moved.order().id()))
        .update();
  }

  private static OffsetDateTime utc(Instant at) {
    return at.atOffset(ZoneOffset.UTC);
  }
}
