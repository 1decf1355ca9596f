package dev.plaza.tracking.track;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.plaza.contracts.Place;
import dev.plaza.tracking.position.Fix;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The answer of `GET /track/{order_id}`: absent things are said to be null.
@JsonInclude(JsonInclude.Include.ALWAYS)
record TrackView(
    String orderId,
    String status,
    @Nullable Courier courier,
    @Nullable LineString route,
    @Nullable Eta eta,
    List<Point> path,
    @Nullable String nextCursor) {

  record Courier(Place location, Instant updatedAt, boolean stale) {}

  record Point(double lat, double lon, Instant ts) {}

  /// GeoJSON: longitude comes first.
  record LineString(String type, List<double[]> coordinates) {

    /// Straight from the courier over what is still ahead.
    static LineString through(Stream<Place> places) {
      return new LineString(
          "LineString", places.map(it -> new double[] {it.lon(), it.lat()}).toList());
    }
  }

  static LineString route(TrackedOrder order, Fix courier) {
    return LineString.through(
        order.pickedUp()
            ? Stream.of(courier.location(), order.dropoff())
            : Stream.of(courier.location(), order.pickup(), order.dropoff()));
  }
}
