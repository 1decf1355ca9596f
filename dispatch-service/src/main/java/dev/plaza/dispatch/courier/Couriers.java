package dev.plaza.dispatch.courier;

import dev.plaza.contracts.Place;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/// The couriers, in the database: every instance sees the same ones.
@Component
public class Couriers {

  private static final String SELECT =
      """
      SELECT c.id, c.status, c.capacity, c.vehicle, c.rating, c.carrying, c.session_load,
             p.lat, p.lon, p.received_at, greatest(c.seen_at, p.received_at) AS seen_at,
             c.updated_at
        FROM courier c LEFT JOIN courier_position p ON p.courier_id = c.id
      """;

  private final JdbcClient jdbc;
  private final Clock clock;
  private final CourierProperties properties;
  private final ApplicationEventPublisher events;

  Couriers(
      JdbcClient jdbc,
      Clock clock,
      CourierProperties properties,
      ApplicationEventPublisher events) {
    this.jdbc = jdbc;
    this.clock = clock;
    this.properties = properties;
    this.events = events;
  }

  public Optional<Courier> find(String id) {
    return jdbc.sql(SELECT + " WHERE c.id = :id").param("id", id).query(Couriers::row).optional();
  }

  /// Online couriers with a fresh position, those with the freshest first.
  public List<Courier> available() {
    return jdbc.sql(
            SELECT
                + """
                 WHERE c.status = 'ONLINE' AND p.received_at > :fresh
                 ORDER BY p.received_at DESC, c.id LIMIT :limit
                """)
        .param("fresh", clock.instant().minus(properties.freshness()).atOffset(ZoneOffset.UTC))
        .param("limit", properties.candidatesMax())
        .query(Couriers::row)
        .list();
  }

  public List<Courier> all(Collection<String> ids) {
    return jdbc.sql(SELECT + " WHERE c.id = ANY(:ids)")
        .param("ids", ids.toArray(String[]::new))
        .query(Couriers::row)
        .list();
  }

  public List<Courier> onDuty(int limit) {
    return jdbc.sql(
            SELECT + " WHERE c.status <> 'OFFLINE' OR c.carrying > 0 ORDER BY c.id LIMIT :limit")
        .param("limit", limit)
        .query(Couriers::row)
        .list();
  }

  public int countOnline() {
    return jdbc.sql("SELECT count(*) FROM courier WHERE status = 'ONLINE'")
        .query(Integer.class)
        .single();
  }

  /// The newest sign of life of anybody: without any, silence says nothing about one courier.
  public Optional<Instant> newestPosition() {
    return jdbc.sql("SELECT max(received_at) FROM courier_position")
        .query((rs, _) -> Optional.ofNullable(instant(rs, "max")))
        .single();
  }

  /// Must run inside a transaction. Whoever hears of the change locks jobs, and jobs are locked
  /// before couriers, so they hear of it first.
  void put(String id, CourierStatus status, @Nullable Integer capacity, @Nullable Vehicle vehicle) {
    events.publishEvent(new DutyChanged(id, status));
    var now = clock.instant().atOffset(ZoneOffset.UTC);
    jdbc.sql(
            """
            INSERT INTO courier (id, status, capacity, vehicle, rating, seen_at, updated_at)
            VALUES (:id, :status, coalesce(:capacity, 1), coalesce(:vehicle, 'BICYCLE'), :rating,
                    :now, :now)
            ON CONFLICT (id) DO UPDATE
               SET status = excluded.status,
                   capacity = coalesce(:capacity, courier.capacity),
                   vehicle = coalesce(:vehicle, courier.vehicle),
                   session_load = CASE WHEN courier.status = 'OFFLINE' THEN 0
                                       ELSE courier.session_load END,
                   seen_at = excluded.seen_at,
                   updated_at = excluded.updated_at
            """)
        .param("id", id)
        .param("status", status.name())
        .param("capacity", capacity, java.sql.Types.INTEGER)
        .param("vehicle", vehicle == null ? null : vehicle.name(), java.sql.Types.VARCHAR)
        .param("rating", properties.rating())
        .param("now", now)
        .update();
  }

  /// Whoever has vanished gets nothing more until he comes back. Must run inside a transaction.
  public void takeOffDuty(String id) {
    events.publishEvent(new DutyChanged(id, CourierStatus.OFFLINE));
    jdbc.sql("UPDATE courier SET status = 'OFFLINE', updated_at = :now WHERE id = :id")
        .param("id", id)
        .param("now", clock.instant().atOffset(ZoneOffset.UTC))
        .update();
  }

  /// One more assignment, if there is room for it.
  ///
  /// @return false when he is full
  public boolean load(String id) {
    return jdbc.sql(
                """
                UPDATE courier SET carrying = carrying + 1, session_load = session_load + 1,
                       seen_at = :now
                 WHERE id = :id AND carrying < capacity
                """)
            .param("id", id)
            .param("now", clock.instant().atOffset(ZoneOffset.UTC))
            .update()
        == 1;
  }

  /// One assignment less.
  public void unload(String id) {
    jdbc.sql("UPDATE courier SET carrying = greatest(0, carrying - 1) WHERE id = :id")
        .param("id", id)
        .update();
  }

  private static Courier row(ResultSet rs, int number) throws SQLException {
    var receivedAt = instant(rs, "received_at");
    return new Courier(
        rs.getString("id"),
        CourierStatus.valueOf(rs.getString("status")),
        rs.getInt("capacity"),
        Vehicle.valueOf(rs.getString("vehicle")),
        rs.getDouble("rating"),
        rs.getInt("carrying"),
        rs.getInt("session_load"),
        receivedAt == null ? null : new Place(rs.getDouble("lat"), rs.getDouble("lon")),
        receivedAt,
        rs.getObject("seen_at", OffsetDateTime.class).toInstant(),
        rs.getObject("updated_at", OffsetDateTime.class).toInstant());
  }

  private static @Nullable Instant instant(ResultSet rs, String column) throws SQLException {
    var value = rs.getObject(column, OffsetDateTime.class);
    return value == null ? null : value.toInstant();
  }
}
