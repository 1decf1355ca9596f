package dev.plaza.dispatch.surge;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/// Surge levels of cells; a cell without a row has none.
@Component
class SurgeStore {

  private final JdbcClient jdbc;
  private final Clock clock;

  SurgeStore(JdbcClient jdbc, Clock clock) {
    this.jdbc = jdbc;
    this.clock = clock;
  }

  record Row(String cell, SurgeState state, Instant validUntil) {}

  /// In force now.
  Optional<Row> find(String cell) {
    return jdbc.sql("SELECT * FROM surge_cell WHERE cell = :cell AND valid_until > :now")
        .param("cell", cell)
        .param("now", clock.instant().atOffset(ZoneOffset.UTC))
        .query(SurgeStore::row)
        .optional();
  }

  List<Row> all() {
    return jdbc.sql("SELECT * FROM surge_cell ORDER BY cell").query(SurgeStore::row).list();
  }

  void put(Row row) {
    jdbc.sql(
            """
            INSERT INTO surge_cell (cell, level, above, below, valid_until, updated_at)
            VALUES (:cell, :level, :above, :below, :until, :now)
            ON CONFLICT (cell) DO UPDATE
               SET level = excluded.level, above = excluded.above, below = excluded.below,
                   valid_until = excluded.valid_until, updated_at = excluded.updated_at
            """)
        .param("cell", row.cell())
        .param("level", row.state().level())
        .param("above", row.state().above())
        .param("below", row.state().below())
        .param("until", row.validUntil().atOffset(ZoneOffset.UTC))
        .param("now", clock.instant().atOffset(ZoneOffset.UTC))
        .update();
  }

  void remove(String cell) {
    jdbc.sql("DELETE FROM surge_cell WHERE cell = :cell").param("cell", cell).update();
  }

  private static Row row(ResultSet rs, int number) throws SQLException {
    return new Row(
        rs.getString("cell"),
        new SurgeState(rs.getInt("level"), rs.getInt("above"), rs.getInt("below")),
        rs.getObject("valid_until", OffsetDateTime.class).toInstant());
  }
}
