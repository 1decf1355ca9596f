package dev.plaza.tracking.track;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.plaza.contracts.Place;
import dev.plaza.contracts.dispatch.AssignmentEvent;
import dev.plaza.contracts.order.OrderEvent;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/// The tables `tracked_order` and `order_eta`. Events are folded by version, so that a repeated or
/// late one changes nothing.
@Component
public final class TrackedOrders {

  private static final int PURGE_MAX = 5_000;

  private static final String SAVE =
      """
      INSERT INTO tracked_order
        (order_id, version, status, customer_id, restaurant_id, courier_id, assigned_at,
         picked_up, ended_at, pickup_lat, pickup_lon, dropoff_lat, dropoff_lon, changed_at,
         feed_epoch)
      VALUES
        (:id, :version, :status, :customer, :restaurant, :courier, :assigned, :picked, :ended,
         :plat, :plon, :dlat, :dlon, :changed, :epoch)
      ON CONFLICT (order_id) DO UPDATE SET
        version = excluded.version, status = excluded.status, courier_id = excluded.courier_id,
        assigned_at = excluded.assigned_at, picked_up = excluded.picked_up,
        ended_at = excluded.ended_at, pickup_lat = excluded.pickup_lat,
        pickup_lon = excluded.pickup_lon, dropoff_lat = excluded.dropoff_lat,
        dropoff_lon = excluded.dropoff_lon, changed_at = excluded.changed_at
      WHERE tracked_order.version < excluded.version
      """;

  private final JdbcClient jdbc;
  private final TransactionOperations transaction;
  private final Clock clock;
  private final Cache<String, Optional<TrackedOrder>> recent;

  TrackedOrders(
      JdbcClient jdbc, TransactionOperations transaction, Clock clock, TrackProperties properties) {
    this.jdbc = jdbc;
    this.transaction = transaction;
    this.clock = clock;
    this.recent =
        Caffeine.newBuilder()
            .maximumSize(20_000)
            .expireAfterWrite(properties.ordersCached())
            .build();
  }

  /// An order before and after an event.
  record Change(@Nullable TrackedOrder before, TrackedOrder after) {}

  /// @return empty when the event is not newer than what is known
  Optional<Change> apply(OrderEvent event, String type) {
    Change change = transaction.execute(_ -> fold(event, type));
    recent.invalidate(event.orderId());
    return Optional.ofNullable(change);
  }

  private @Nullable Change fold(OrderEvent event, String type) {
    TrackedOrder before =
        jdbc.sql("SELECT * FROM tracked_order WHERE order_id = :id FOR UPDATE")
            .param("id", event.orderId())
            .query((rs, _) -> order(rs))
            .optional()
            .orElse(null);
    if (before != null && before.version() >= event.version()) {
      return null;
    }
    TrackedOrder after = TrackedOrder.after(before, event, type, now());
    return save(after) ? new Change(before, after) : null;
  }

  private boolean save(TrackedOrder order) {
    return jdbc.sql(SAVE)
            .param("id", order.orderId())
            .param("version", order.version())
            .param("status", order.status())
            .param("customer", order.customerId())
            .param("restaurant", order.restaurantId())
            .param("courier", order.courierId())
            .param("assigned", utc(order.assignedAt()))
            .param("picked", order.pickedUp())
            .param("ended", utc(order.endedAt()))
            .param("plat", order.pickup().lat())
            .param("plon", order.pickup().lon())
            .param("dlat", order.dropoff().lat())
            .param("dlon", order.dropoff().lon())
            .param("changed", utc(order.changedAt()))
            .param("epoch", order.feedEpoch())
            .update()
        == 1;
  }

  /// @return whether this ETA is newer than the known one
  boolean apply(AssignmentEvent event) {
    return jdbc.sql(
                """
                INSERT INTO order_eta (order_id, seq, at, earliest, latest, changed_at)
                VALUES (:id, :seq, :at, :earliest, :latest, :changed)
                ON CONFLICT (order_id) DO UPDATE SET
                  seq = excluded.seq, at = excluded.at, earliest = excluded.earliest,
                  latest = excluded.latest, changed_at = excluded.changed_at
                WHERE order_eta.seq < excluded.seq
                """)
            .param("id", event.orderId())
            .param("seq", event.seq())
            .param("at", utc(event.etaAt()))
            .param("earliest", utc(event.etaEarliest()))
            .param("latest", utc(event.etaLatest()))
            .param("changed", utc(now()))
            .update()
        == 1;
  }

  Optional<TrackedOrder> find(String orderId) {
    return jdbc.sql("SELECT * FROM tracked_order WHERE order_id = :id")
        .param("id", orderId)
        .query((rs, _) -> order(rs))
        .optional();
  }

  /// As [#find], but it may be a moment old; for what asks again and again.
  Optional<TrackedOrder> recent(String orderId) {
    Optional<TrackedOrder> known = recent.getIfPresent(orderId);
    if (known == null) {
      known = find(orderId);
      recent.put(orderId, known);
    }
    return known;
  }

  Optional<Eta.Known> eta(String orderId) {
    return jdbc.sql("SELECT * FROM order_eta WHERE order_id = :id")
        .param("id", orderId)
        .query(
            (rs, _) ->
                new Eta.Known(
                    rs.getLong("seq"),
                    new Eta(time(rs, "at"), time(rs, "earliest"), time(rs, "latest")),
                    rs.getObject("changed_at", OffsetDateTime.class).toInstant()))
        .optional();
  }

  /// Orders that these couriers are under way for; one courier may carry several.
  public List<TrackedOrder> under(Collection<String> couriers) {
    return jdbc.sql(
            """
            SELECT * FROM tracked_order
             WHERE courier_id = ANY(:couriers) AND ended_at IS NULL AND courier_id IS NOT NULL
            """)
        .param("couriers", couriers.toArray(String[]::new))
        .query((rs, _) -> order(rs))
        .list();
  }

  /// Orders that have not ended, newest change first, with the pickup within the box.
  List<TrackedOrder> active(Place southWest, Place northEast, int limit) {
    return jdbc.sql(
            """
            SELECT * FROM tracked_order
             WHERE ended_at IS NULL AND pickup_lat BETWEEN :south AND :north
               AND pickup_lon BETWEEN :west AND :east
             ORDER BY changed_at DESC LIMIT :limit
            """)
        .param("south", southWest.lat())
        .param("north", northEast.lat())
        .param("west", southWest.lon())
        .param("east", northEast.lon())
        .param("limit", limit)
        .query((rs, _) -> order(rs))
        .list();
  }

  /// The feeds of these orders in Redis have missed something: whoever meets them builds them anew.
  void feedsBroken(Collection<String> orderIds) {
    jdbc.sql("UPDATE tracked_order SET feed_epoch = feed_epoch + 1 WHERE order_id = ANY(:ids)")
        .param("ids", orderIds.toArray(String[]::new))
        .update();
    recent.invalidateAll(orderIds);
  }

  /// @return how many rows went
  int purge(Instant before) {
    int orders =
        jdbc.sql(
                """
                DELETE FROM tracked_order WHERE order_id IN
                  (SELECT order_id FROM tracked_order WHERE ended_at < :before LIMIT :limit)
                """)
            .param("before", utc(before))
            .param("limit", PURGE_MAX)
            .update();
    int etas =
        jdbc.sql(
                """
                DELETE FROM order_eta WHERE order_id IN
                  (SELECT order_id FROM order_eta WHERE changed_at < :before LIMIT :limit)
                """)
            .param("before", utc(before))
            .param("limit", PURGE_MAX)
            .update();
    return orders + etas;
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  private static TrackedOrder order(ResultSet rs) throws SQLException {
    return new TrackedOrder(
        rs.getString("order_id"),
        rs.getLong("version"),
        rs.getString("status"),
        rs.getString("customer_id"),
        rs.getString("restaurant_id"),
        rs.getString("courier_id"),
        time(rs, "assigned_at"),
        rs.getBoolean("picked_up"),
        time(rs, "ended_at"),
        new Place(rs.getDouble("pickup_lat"), rs.getDouble("pickup_lon")),
        new Place(rs.getDouble("dropoff_lat"), rs.getDouble("dropoff_lon")),
        rs.getObject("changed_at", OffsetDateTime.class).toInstant(),
        rs.getLong("feed_epoch"));
  }

  private static @Nullable Instant time(ResultSet rs, String column) throws SQLException {
    OffsetDateTime time = rs.getObject(column, OffsetDateTime.class);
    return time == null ? null : time.toInstant();
  }

  private static @Nullable OffsetDateTime utc(@Nullable Instant moment) {
    return moment == null ? null : moment.atOffset(ZoneOffset.UTC);
  }
}
