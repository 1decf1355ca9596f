package dev.plaza.order.coupon;

import dev.plaza.order.checkout.OrderMoved;
import dev.plaza.order.order.Fact;
import dev.plaza.order.work.RetryLater;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/// Which orders use which coupon, and how far each is: written in the transaction that moves the
/// order.
@Component
class CouponUses {

  private static final int OWN_MAX = 20;
  private static final int PURGE_MAX = 1_000;

  private final JdbcClient jdbc;
  private final Redemptions redemptions;
  private final Clock clock;
  private final MeterRegistry meters;
  private final Duration kept;

  CouponUses(
      JdbcClient jdbc,
      Redemptions redemptions,
      Clock clock,
      MeterRegistry meters,
      CouponProperties properties) {
    this.meters = meters;
    this.kept = properties.usesKept();
    this.jdbc = jdbc;
    this.redemptions = redemptions;
    this.clock = clock;
  }

  /// Gives back at once what the customer's ended orders still hold of an offer. Their own jobs do
  /// the same, perhaps a moment later; twice is harmless.
  ///
  /// @param except an order that is not looked at
  /// @throws RetryLater the quota service cannot be reached
  void bringBack(String customerId, String offer, @Nullable String except) {
    for (String order : returning(customerId, offer)) {
      if (!order.equals(except)) {
        redemptions.giveBack(order, offer, customerId);
      }
    }
  }

  private List<String> returning(String customerId, String offer) {
    return jdbc.sql(
            """
            SELECT order_id FROM coupon_use
             WHERE customer_id = ? AND offer_id = ? AND state = 'returning' LIMIT ?
            """)
        .param(customerId)
        .param(id(offer))
        .param(OWN_MAX)
        .query((row, _) -> row.getString(1))
        .list();
  }

  /// Offers are the same however their ids are typed.
  private static String id(Object offer) {
    return String.valueOf(offer).toUpperCase(Locale.ROOT);
  }

  @EventListener
  void on(OrderMoved moved) {
    for (Fact fact : moved.facts()) {
      switch (fact.type()) {
        case COUPON_REQUESTED -> add(moved, fact);
        case COUPON_RESERVED -> move(moved, "reserved");
        case COUPON_REFUSED -> move(moved, "refused");
        case COUPON_REDEEMED -> move(moved, "confirmed");
        case COUPON_LOST -> move(moved, "lost");
        case COUPON_RELEASED, LATE_COUPON -> move(moved, "returning");
        case COUPON_RETURNED -> move(moved, "returned");
        // The others say nothing about coupons.
        default -> {}
      }
    }
  }

  private void add(OrderMoved moved, Fact fact) {
    jdbc.sql(
            """
            INSERT INTO coupon_use (order_id, customer_id, offer_id, amount, state, updated_at)
            VALUES (?, ?, ?, ?, 'asked', ?) ON CONFLICT DO NOTHING
            """)
        .param(UUID.fromString(moved.order().id()))
        .param(moved.order().customerId())
        .param(id(fact.payload().getOrDefault("offer", "")))
        .param(fact.payload().get("amount"))
        .param(moved.order().updatedAt().atOffset(ZoneOffset.UTC))
        .update();
  }

  /// Nobody asks how far a coupon was once that is long final.
  int purge() {
    return jdbc.sql(
            """
            DELETE FROM coupon_use WHERE order_id IN (
              SELECT order_id FROM coupon_use
               WHERE state IN ('refused', 'confirmed', 'lost', 'returned') AND updated_at < ?
               ORDER BY updated_at LIMIT ? FOR UPDATE SKIP LOCKED)
            """)
        .param(clock.instant().minus(kept).atOffset(ZoneOffset.UTC))
        .param(PURGE_MAX)
        .update();
  }

  private void move(OrderMoved moved, String state) {
    meters.counter("order.coupon.moved", "state", state).increment();
    jdbc.sql("UPDATE coupon_use SET state = ?, updated_at = ? WHERE order_id = ?")
        .param(state)
        .param(moved.order().updatedAt().atOffset(ZoneOffset.UTC))
        .param(UUID.fromString(moved.order().id()))
        .update();
  }
}
