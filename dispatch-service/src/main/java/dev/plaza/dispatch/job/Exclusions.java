package dev.plaza.dispatch.job;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/// Who gets no (second) offer for an order: whoever declined, cancelled or vanished never, whoever
/// let an offer pass not for a while.
@Component
public class Exclusions {

  private final JdbcClient jdbc;
  private final Clock clock;

  Exclusions(JdbcClient jdbc, Clock clock) {
    this.jdbc = jdbc;
    this.clock = clock;
  }

  /// @param until null: for ever; an endless exclusion is never shortened
  public void add(String orderId, String courierId, String reason, @Nullable Instant until) {
    jdbc.sql(
            """
            INSERT INTO job_exclusion (order_id, courier_id, reason, until, at)
            VALUES (:order, :courier, :reason, :until, :at)
            ON CONFLICT (order_id, courier_id) DO UPDATE
               SET reason = excluded.reason, until = excluded.until, at = excluded.at
             WHERE job_exclusion.until IS NOT NULL
            """)
        .param("order", orderId)
        .param("courier", courierId)
        .param("reason", reason)
        .param(
            "until",
            until == null ? null : until.atOffset(ZoneOffset.UTC),
            java.sql.Types.TIMESTAMP_WITH_TIMEZONE)
        .param("at", clock.instant().atOffset(ZoneOffset.UTC))
        .update();
  }

  /// Order to the couriers who must not get it now.
  public Map<String, Set<String>> of(Collection<String> orderIds) {
    var excluded = new HashMap<String, Set<String>>();
    jdbc.sql(
            """
            SELECT order_id, courier_id FROM job_exclusion
             WHERE order_id = ANY(:ids) AND (until IS NULL OR until > :now)
            """)
        .param("ids", orderIds.toArray(String[]::new))
        .param("now", clock.instant().atOffset(ZoneOffset.UTC))
        .query(
            rs -> {
              excluded
                  .computeIfAbsent(rs.getString("order_id"), _ -> new HashSet<>())
                  .add(rs.getString("courier_id"));
            });
    return excluded;
  }
}
