package dev.plaza.order.restaurant;

import dev.plaza.contracts.Place;
import dev.plaza.contracts.catalog.RestaurantEvent;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A restaurant as the catalog last described it. Immutable under its revision.
///
/// @param minimumOrder smallest subtotal it delivers for, minor units of `currency`
/// @param pos where its point-of-sale system takes orders; null: tablet only
public record Restaurant(
    String id,
    long revision,
    String name,
    Place location,
    ZoneId zone,
    String currency,
    long minimumOrder,
    DeliveryArea area,
    int prepMinutes,
    @Nullable Instant pausedUntil,
    RestaurantEvent.@Nullable PosEndpoint pos,
    OpenHours hours) {

  public Restaurant {
    Objects.requireNonNull(id, "restaurant_id");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(location, "location");
    Objects.requireNonNull(currency, "currency");
  }

  /// Where the catalog states no area.
  private static final int RADIUS_M_DEFAULT = 5_000;

  /// No kitchen's usual time stops orders longer than this before closing.
  private static final int LEAD_MINUTES_MAX = 120;

  /// @throws IllegalArgumentException, DateTimeException or NullPointerException when the record
  ///     makes no sense
  static Restaurant of(RestaurantEvent event) {
    return new Restaurant(
        event.restaurantId(),
        event.revision(),
        event.name(),
        event.location(),
        ZoneId.of(event.timezone()),
        event.currency(),
        event.minimumOrder(),
        area(event),
        event.prepMinutes(),
        event.pausedUntil(),
        event.pos(),
        hours(event));
  }

  public Opening openingAt(Instant now) {
    int lead = Math.clamp(prepMinutes, 0, LEAD_MINUTES_MAX);
    return hours.at(now, pausedUntil, Duration.ofMinutes(lead));
  }

  private static DeliveryArea area(RestaurantEvent event) {
    var tree = event.deliveryArea();
    if (tree != null) {
      return DeliveryArea.ofGeoJson(tree);
    }
    Integer radius = event.deliveryRadiusM();
    return new DeliveryArea.Radius(
        event.location(), radius == null ? RADIUS_M_DEFAULT : Math.max(0, radius));
  }

  private static OpenHours hours(RestaurantEvent event) {
    List<RestaurantEvent.Interval> intervals = Nulls.none(event.openIntervals());
    return new OpenHours(
        intervals.stream().map(it -> new OpenHours.Shift(it.from(), it.to())).toList(),
        event.openKnownUntil());
  }
}
