package dev.plaza.order.pricing;

import com.uber.h3core.H3Core;
import dev.plaza.contracts.Place;
import dev.plaza.contracts.dispatch.SurgeEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import org.springframework.jdbc.core.RowCallbackHandler;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/// The surge level of each cell (H3, resolution 7), a local copy of what dispatch publishes.
///
/// One instance consumes an event, all must know it: the table is the copy, and each instance keeps
/// the few rows that are in force in memory, never older than the refresh. A level that nobody
/// renewed ends by itself.
@Component
class Surges {

  private static final int RESOLUTION = 7;

  private record InForce(SurgeLevel level, Instant validUntil) {}

  private final JdbcClient jdbc;
  private final Clock clock;
  private final H3Core h3;
  private volatile Map<String, InForce> cells = Map.of();

  Surges(JdbcClient jdbc, Clock clock) {
    this.jdbc = jdbc;
    this.clock = clock;
    try {
      this.h3 = H3Core.newInstance();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  SurgeLevel at(Place place, Instant now) {
    var known = cells;
    if (known.isEmpty()) {
      return SurgeLevel.NONE;
    }
    var found = known.get(h3.latLngToCellAddress(place.lat(), place.lon(), RESOLUTION));
    return found == null || !now.isBefore(found.validUntil()) ? SurgeLevel.NONE : found.level();
  }

  /// Takes the event if it is newer than what is known of its cell.
  void keep(SurgeEvent event) {
    jdbc.sql(
            """
            INSERT INTO surge (cell, level, fee_percent, valid_until, at) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (cell) DO UPDATE
            SET level = excluded.level, fee_percent = excluded.fee_percent,
                valid_until = excluded.valid_until, at = excluded.at
            WHERE surge.at < excluded.at
            """)
        .param(event.cell())
        .param(event.level())
        .param(event.feeMultiplierPercent())
        .param(utc(event.validUntil()))
        .param(utc(event.at()))
        .update();
    refresh();
  }

  void refresh() {
    var read = new HashMap<String, InForce>();
    jdbc.sql(
            """
            SELECT cell, level, fee_percent, valid_until FROM surge
            WHERE level > 0 AND valid_until > ?
            """)
        .param(utc(clock.instant()))
        .query(
            (RowCallbackHandler)
                row ->
                    read.put(
                        row.getString("cell"),
                        new InForce(
                            new SurgeLevel(row.getInt("level"), row.getInt("fee_percent")),
                            row.getObject("valid_until", OffsetDateTime.class).toInstant())));
    cells = Map.copyOf(read);
  }

  private static OffsetDateTime utc(Instant at) {
    return at.atOffset(ZoneOffset.UTC);
  }
}
