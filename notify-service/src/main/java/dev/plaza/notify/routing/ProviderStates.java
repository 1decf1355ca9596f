package dev.plaza.notify.routing;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/// The shared breakers: one row a provider, changed by conditional updates only, so that of many
/// instances that see the same failure one opens it, and one probes.
@Component
class ProviderStates {

  private final JdbcClient jdbc;
  private final Clock clock;
  private final RoutingProperties properties;
  private volatile Map<String, ProviderState> seen = Map.of();

  ProviderStates(JdbcClient jdbc, Clock clock, RoutingProperties properties) {
    this.jdbc = jdbc;
    this.clock = clock;
    this.properties = properties;
  }

  ProviderState of(String id) {
    return seen.getOrDefault(id, ProviderState.fresh(id));
  }

  void refresh() {
    var all = new HashMap<String, ProviderState>();
    jdbc.sql("SELECT * FROM provider_state")
        .query((row, _) -> state(row))
        .list()
        .forEach(it -> all.put(it.id(), it));
    seen = Map.copyOf(all);
  }

  /// Opens a closed breaker, or one whose probe failed.
  boolean open(String id, String reason) {
    Instant now = clock.instant();
    ProviderState known = of(id);
    boolean recovered = known.share(now, properties.ramp()) == 1;
    int trips = recovered ? 0 : known.trips();
    boolean changed =
        jdbc.sql(
                    """
                INSERT INTO provider_state (id, state, trips, open_until, reason, changed_at)
                VALUES (:id, 'OPEN', :trips, :until, :reason, :now)
                ON CONFLICT (id) DO UPDATE
                   SET state = 'OPEN', trips = :trips, open_until = :until, probe_until = NULL,
                       ramp_from = NULL, reason = :reason, changed_at = :now
                 WHERE provider_state.state = 'CLOSED' OR provider_state.probe_until IS NOT NULL
                """)
                .param("id", id)
                .param("trips", trips + 1)
                .param("until", at(now.plus(openFor(trips))))
                .param("reason", reason)
                .param("now", at(now))
                .update()
            > 0;
    refresh();
    return changed;
  }

  private Duration openFor(int trips) {
    Duration wait = properties.openFor().multipliedBy(1L << Math.min(trips, 10));
    return wait.compareTo(properties.openMax()) < 0 ? wait : properties.openMax();
  }

  /// A probe got through: its share grows from now on.
  void close(String id) {
    jdbc.sql(
            """
            UPDATE provider_state
               SET state = 'CLOSED', open_until = NULL, probe_until = NULL, ramp_from = :now,
                   reason = NULL, changed_at = :now
             WHERE id = :id AND state = 'OPEN'
            """)
        .param("id", id)
        .param("now", at(clock.instant()))
        .update();
    refresh();
  }

  /// Whether this instance may try one message now.
  boolean probe(String id) {
    Instant now = clock.instant();
    return jdbc.sql(
                """
                UPDATE provider_state SET probe_until = :until
                 WHERE id = :id AND state = 'OPEN' AND open_until <= :now
                   AND (probe_until IS NULL OR probe_until <= :now)
                """)
            .param("id", id)
            .param("until", at(now.plus(properties.probeFor())))
            .param("now", at(now))
            .update()
        > 0;
  }

  /// It asked for a pause; the longest one counts.
  void pause(String id, Instant until) {
    jdbc.sql(
            """
            INSERT INTO provider_state (id, paused_until, changed_at) VALUES (:id, :until, :now)
            ON CONFLICT (id) DO UPDATE
               SET paused_until = greatest(provider_state.paused_until, excluded.paused_until),
                   changed_at = :now
            """)
        .param("id", id)
        .param("until", at(until))
        .param("now", at(clock.instant()))
        .update();
    refresh();
  }

  void weigh(String id, @Nullable Integer weight) {
    jdbc.sql(
            """
            INSERT INTO provider_state (id, weight, changed_at) VALUES (:id, :weight, :now)
            ON CONFLICT (id) DO UPDATE SET weight = excluded.weight, changed_at = :now
            """)
        .param("id", id)
        .param("weight", weight)
        .param("now", at(clock.instant()))
        .update();
    refresh();
  }

  private static ProviderState state(ResultSet row) throws SQLException {
    int weight = row.getInt("weight");
    return new ProviderState(
        row.getString("id"),
        row.wasNull() ? null : weight,
        ProviderState.Circuit.valueOf(row.getString("state")),
        row.getInt("trips"),
        instant(row, "open_until"),
        instant(row, "probe_until"),
        instant(row, "ramp_from"),
        instant(row, "paused_until"),
        row.getString("reason"));
  }

  private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
    OffsetDateTime at = row.getObject(column, OffsetDateTime.class);
    return at == null ? null : at.toInstant();
  }

  private static OffsetDateTime at(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }
}
