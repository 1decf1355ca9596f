package dev.plaza.dispatch.courier;

import dev.plaza.contracts.tracking.PositionEvent;
import java.time.Instant;
import java.util.Collection;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/// Newest positions; an older one never replaces a newer one.
@Component
class PositionStore {

  private final JdbcClient jdbc;

  PositionStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// @param newest at most one position of each courier, in any fixed order of couriers
  void keep(Collection<PositionEvent> newest) {
    if (newest.isEmpty()) {
      return;
    }
    jdbc.sql(
            """
            INSERT INTO courier_position (courier_id, lat, lon, at, received_at)
            SELECT * FROM unnest(:ids, :lats, :lons, CAST(:ats AS timestamptz[]),
                                 CAST(:received AS timestamptz[]))
            ON CONFLICT (courier_id) DO UPDATE
               SET lat = excluded.lat, lon = excluded.lon, at = excluded.at,
                   received_at = excluded.received_at
             WHERE courier_position.at < excluded.at
            """)
        .param("ids", newest.stream().map(PositionEvent::courierId).toArray(String[]::new))
        .param("lats", newest.stream().map(it -> it.location().lat()).toArray(Double[]::new))
        .param("lons", newest.stream().map(it -> it.location().lon()).toArray(Double[]::new))
        .param("ats", texts(newest.stream().map(PositionEvent::ts)))
        .param("received", texts(newest.stream().map(PositionEvent::receivedAt)))
        .update();
  }

  private static String[] texts(java.util.stream.Stream<Instant> instants) {
    return instants.map(Instant::toString).toArray(String[]::new);
  }
}
