package dev.plaza.order.checkout;

import dev.plaza.order.saga.Timer;
import dev.plaza.order.work.Traces;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/// The alarms that open orders wait for: they survive every restart.
@Component
class CheckoutTimers {

  private static final Duration RETRY = Duration.ofSeconds(10);

  private final JdbcClient jdbc;
  private final Clock clock;
  private final Traces traces;

  CheckoutTimers(JdbcClient jdbc, Clock clock, Traces traces) {
    this.traces = traces;
    this.jdbc = jdbc;
    this.clock = clock;
  }

  /// @param traceparent the trace in which somebody began to wait for it
  record Alarm(String orderId, Timer timer, @Nullable String traceparent) {}

  /// Makes the order wait for exactly these.
  void set(String orderId, List<Timer> timers) {
    var kinds = timers.stream().map(it -> it.kind().name()).toArray(String[]::new);
    var dues = timers.stream().map(it -> it.due().toString()).toArray(String[]::new);
    jdbc.sql(
            """
            WITH gone AS (
              DELETE FROM checkout_timer WHERE order_id = :order AND kind <> ALL (:kinds))
            INSERT INTO checkout_timer (order_id, kind, due_at, try_at, traceparent)
            SELECT :order, kind, due::timestamptz, due::timestamptz, :traceparent
              FROM unnest(:kinds::text[], :dues::text[]) AS t (kind, due)
            ON CONFLICT (order_id, kind)
            DO UPDATE SET due_at = excluded.due_at, try_at = excluded.due_at,
                          traceparent = excluded.traceparent
             WHERE checkout_timer.due_at <> excluded.due_at
            """)
        .param("order", UUID.fromString(orderId))
        .param("kinds", kinds)
        .param("dues", dues)
        .param("traceparent", traces.current())
        .update();
  }

  List<Alarm> due(int limit) {
    return jdbc.sql(
            """
            SELECT order_id, kind, due_at, traceparent FROM checkout_timer
             WHERE try_at <= ? ORDER BY try_at LIMIT ?
            """)
        .param(utc(clock.instant()))
        .param(limit)
        .query(
            (row, _) ->
                new Alarm(
                    row.getString("order_id"),
                    new Timer(
                        Timer.Kind.valueOf(row.getString("kind")),
                        row.getObject("due_at", OffsetDateTime.class).toInstant()),
                    row.getString("traceparent")))
        .list();
  }

  /// Under the order's row lock.
  ///
  /// @return false when it rang already, or is not wanted any more
  boolean take(Alarm alarm) {
    return jdbc.sql("DELETE FROM checkout_timer WHERE order_id = ? AND kind = ? AND due_at = ?")
            .param(UUID.fromString(alarm.orderId()))
            .param(alarm.timer().kind().name())
            .param(utc(alarm.timer().due()))
            .update()
        == 1;
  }

  /// What failed is not tried again at once.
  void later(Alarm alarm) {
    jdbc.sql("UPDATE checkout_timer SET try_at = ? WHERE order_id = ? AND kind = ?")
        .param(utc(clock.instant().plus(RETRY)))
        .param(UUID.fromString(alarm.orderId()))
        .param(alarm.timer().kind().name())
        .update();
  }

  private static OffsetDateTime utc(Instant at) {
    return at.atOffset(ZoneOffset.UTC);
  }
}
