package dev.plaza.tracking.track;

import dev.plaza.contracts.Place;
import dev.plaza.tracking.position.Fix;
import dev.plaza.tracking.position.Markers;
import dev.plaza.tracking.redis.RedisAway;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// What moves in a part of the city, for those who run it.
@Component
class Board {

  private static final double METRES_PER_DEGREE = 111_195;

  private final Markers markers;
  private final TrackedOrders orders;

  Board(Markers markers, TrackedOrders orders) {
    this.markers = markers;
    this.orders = orders;
  }

  record View(List<CourierView> couriers, List<OrderView> orders) {}

  record CourierView(
      String courierId, Place location, @Nullable Double bearingDeg, Instant updatedAt) {}

  record OrderView(
      String orderId,
      String status,
      String restaurantId,
      @Nullable String courierId,
      Place pickup,
      Place dropoff,
      Instant updatedAt) {}

  /// At most `limit` couriers and as many orders.
  View near(Place centre, double radiusM, int limit) {
    return new View(couriers(centre, radiusM, limit), orders(centre, radiusM, limit));
  }

  private List<CourierView> couriers(Place centre, double radiusM, int limit) {
    try {
      List<String> ids = markers.near(centre, radiusM, limit);
      Map<String, Fix> fixes = markers.find(ids.subList(0, Math.min(limit, ids.size())));
      return fixes.values().stream()
          .map(it -> new CourierView(it.courierId(), it.location(), it.bearingDeg(), it.ts()))
          .toList();
    } catch (RedisAway _) {
      return List.of();
    }
  }

  private List<OrderView> orders(Place centre, double radiusM, int limit) {
    double lat = radiusM / METRES_PER_DEGREE;
    double lon = lat / Math.max(0.01, Math.cos(Math.toRadians(centre.lat())));
    var southWest =
        new Place(Math.max(-90, centre.lat() - lat), Math.max(-180, centre.lon() - lon));
    var northEast = new Place(Math.min(90, centre.lat() + lat), Math.min(180, centre.lon() + lon));
    return orders.active(southWest, northEast, limit).stream()
        .map(
            it ->
                new OrderView(
                    it.orderId(),
                    it.status(),
                    it.restaurantId(),
                    it.courierId(),
                    it.pickup(),
                    it.dropoff(),
                    it.changedAt()))
        .toList();
  }
}
