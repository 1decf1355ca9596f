package dev.plaza.dispatch.job;

import dev.plaza.contracts.Place;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A row of `job` as a [Job].
final class JobRows {

  private JobRows() {}

  static Job read(ResultSet rs, int number) throws SQLException {
    return new Job(
        rs.getString("order_id"),
        JobStatus.valueOf(rs.getString("status")),
        rs.getLong("order_version"),
        rs.getString("restaurant_id"),
        rs.getString("restaurant_name"),
        new Place(rs.getDouble("pickup_lat"), rs.getDouble("pickup_lon")),
        new Place(rs.getDouble("dropoff_lat"), rs.getDouble("dropoff_lon")),
        required(rs, "ready_at"),
        required(rs, "promised_by"),
        rs.getLong("pay"),
        rs.getString("currency"),
        rs.getInt("searches"),
        rs.getInt("tries"),
        required(rs, "opened_at"),
        required(rs, "give_up_at"),
        rs.getString("offer_id"),
        rs.getString("assignment_id"),
        rs.getString("courier_id"),
        instant(rs, "arrived_at"),
        instant(rs, "picked_up_at"),
        instant(rs, "eta_first"),
        arrival(rs));
  }

  private static @Nullable Arrival arrival(ResultSet rs) throws SQLException {
    var at = instant(rs, "eta_at");
    return at == null
        ? null
        : new Arrival(at, required(rs, "eta_earliest"), required(rs, "eta_latest"));
  }

  private static Instant required(ResultSet rs, String column) throws SQLException {
    return Objects.requireNonNull(instant(rs, column), column);
  }

  private static @Nullable Instant instant(ResultSet rs, String column) throws SQLException {
    var value = rs.getObject(column, OffsetDateTime.class);
    return value == null ? null : value.toInstant();
  }
}
