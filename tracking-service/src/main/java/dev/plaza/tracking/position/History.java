package dev.plaza.tracking.position;

import dev.plaza.contracts.Place;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/// Every accepted position, in PostgreSQL, in partitions by day of `ts`.
///
/// A position sent twice is stored once: its key is courier and `ts`. `late` marks those that
/// came after a newer one; they belong to the record, not to the path that people were shown.
@Component
public final class History {

  private static final Comparator<Row> BY_KEY =
      Comparator.comparing((Row it) -> it.fix().courierId()).thenComparing(it -> it.fix().ts());

  private final JdbcTemplate template;
  private final JdbcClient jdbc;
  private final TransactionOperations transaction;

  History(JdbcTemplate template, JdbcClient jdbc, TransactionOperations transaction) {
    this.template = template;
    this.jdbc = jdbc;
    this.transaction = transaction;
  }

  record Row(Fix fix, boolean late) {}

  /// Writes all in one statement. The commit does not wait for the disk: a crash of PostgreSQL
  /// itself may take the last half second of positions with it, which nobody is owed.
  void write(List<Row> rows) {
    var sorted = rows.stream().sorted(BY_KEY).toList();
    transaction.executeWithoutResult(
        _ -> {
          jdbc.sql("SET LOCAL synchronous_commit = off").update();
          template.execute((ConnectionCallback<Integer>) connection -> insert(connection, sorted));
        });
  }

  private static int insert(Connection connection, List<Row> rows) throws SQLException {
    String sql =
        """
        INSERT INTO position
          (courier_id, ts, received_at, lat, lon, accuracy_m, speed_mps, bearing_deg, late)
        SELECT courier_id, timestamptz 'epoch' + ts * interval '1 millisecond',
               timestamptz 'epoch' + received * interval '1 millisecond',
               lat, lon, accuracy_m, speed_mps, bearing_deg, late
          FROM unnest(?::text[], ?::int8[], ?::int8[], ?::float8[], ?::float8[], ?::float8[],
                 ?::float8[], ?::float8[], ?::bool[])
            AS n(courier_id, ts, received, lat, lon, accuracy_m, speed_mps, bearing_deg, late)
        ON CONFLICT DO NOTHING
        """;
    var fixes = rows.stream().map(Row::fix).toList();
    try (PreparedStatement insert = connection.prepareStatement(sql)) {
      insert.setArray(1, array(connection, "text", fixes, Fix::courierId, String[]::new));
      insert.setArray(2, array(connection, "int8", fixes, Fix::tsMs, Long[]::new));
      insert.setArray(3, array(connection, "int8", fixes, Fix::receivedMs, Long[]::new));
      insert.setArray(
          4, array(connection, "float8", fixes, it -> it.location().lat(), Double[]::new));
      insert.setArray(
          5, array(connection, "float8", fixes, it -> it.location().lon(), Double[]::new));
      insert.setArray(6, array(connection, "float8", fixes, Fix::accuracyM, Double[]::new));
      insert.setArray(7, array(connection, "float8", fixes, Fix::speedMps, Double[]::new));
      insert.setArray(8, array(connection, "float8", fixes, Fix::bearingDeg, Double[]::new));
      Boolean[] late = rows.stream().map(Row::late).toArray(Boolean[]::new);
      insert.setArray(9, connection.createArrayOf("bool", late));
      return insert.executeUpdate();
    }
  }

  /// Arrays of the element's own type travel in binary.
  private static <T> Array array(
      Connection connection,
      String type,
      List<Fix> fixes,
      Function<Fix, @Nullable T> column,
      IntFunction<@Nullable T[]> maker)
      throws SQLException {
    return connection.createArrayOf(type, fixes.stream().map(column).toArray(maker));
  }

  /// The newest position of each of these couriers since a moment.
  public Map<String, Fix> latest(Collection<String> couriers, Instant since) {
    var found = new HashMap<String, Fix>();
    jdbc.sql(
            """
            SELECT p.* FROM unnest(:couriers::text[]) AS c(id)
             CROSS JOIN LATERAL (
               SELECT * FROM position
                WHERE courier_id = c.id AND ts >= :since ORDER BY ts DESC LIMIT 1) p
            """)
        .param("couriers", couriers.toArray(String[]::new))
        .param("since", utc(since))
        .query((rs, _) -> fix(rs))
        .list()
        .forEach(it -> found.put(it.courierId(), it));
    return found;
  }

  /// The newest `limit` positions of a courier that were newest when they came, in the order they
  /// came.
  ///
  /// @param from not before this moment by the device
  /// @param receivedFrom not taken in before this moment
  public List<Fix> path(String courierId, Instant from, Instant receivedFrom, int limit) {
    return jdbc.sql(
            """
            SELECT * FROM (
              SELECT * FROM position
               WHERE courier_id = :courier AND ts >= :from AND received_at >= :received
                 AND NOT late
               ORDER BY received_at DESC, ts DESC LIMIT :limit) newest
             ORDER BY received_at, ts
            """)
        .param("courier", courierId)
        .param("from", utc(from))
        .param("received", utc(receivedFrom))
        .param("limit", limit)
        .query((rs, _) -> fix(rs))
        .list();
  }

  private static Fix fix(ResultSet rs) throws SQLException {
    return new Fix(
        rs.getString("courier_id"),
        new Place(rs.getDouble("lat"), rs.getDouble("lon")),
        rs.getObject("accuracy_m", Double.class),
        rs.getObject("speed_mps", Double.class),
        rs.getObject("bearing_deg", Double.class),
        rs.getObject("ts", OffsetDateTime.class).toInstant(),
        rs.getObject("received_at", OffsetDateTime.class).toInstant());
  }

  private static OffsetDateTime utc(Instant moment) {
    return moment.atOffset(ZoneOffset.UTC);
  }
}
