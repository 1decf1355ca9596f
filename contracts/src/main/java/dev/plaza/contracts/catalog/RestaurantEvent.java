package dev.plaza.contracts.catalog;

import dev.plaza.contracts.Place;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The whole state of a restaurant after a change (`ce_type` `catalog.restaurant.updated`).
///
/// Topic `catalog.restaurant.v1`, key `restaurantId`. A consumer keeps the record with the highest
/// `revision`.
///
/// @param revision grows by one with every change of this restaurant
/// @param currency ISO 4217 code of its menu
/// @param minimumOrder smallest subtotal it delivers for, minor units of `currency`
/// @param deliveryRadiusM metres around `location`; null when `deliveryArea` is given
/// @param deliveryArea GeoJSON Polygon or MultiPolygon as a tree; null when `deliveryRadiusM` is
///     given
/// @param prepMinutes usual preparation time
/// @param pausedUntil takes no orders before this moment
/// @param pos where its point-of-sale system takes orders by webhook; null: tablet only
/// @param openIntervals when it is open, ascending and disjoint, already in UTC; evaluated by the
///     catalog so that nobody else needs the opening-hours grammar
/// @param openKnownUntil `openIntervals` says nothing about later moments; null: its hours are
///     unknown
public record RestaurantEvent(
    String restaurantId,
    long revision,
    String name,
    Place location,
    String timezone,
    String currency,
    List<String> cuisines,
    @Nullable Integer priceLevel,
    long minimumOrder,
    @Nullable Integer deliveryRadiusM,
    @Nullable Map<String, Object> deliveryArea,
    int prepMinutes,
    @Nullable Instant pausedUntil,
    @Nullable PosEndpoint pos,
    List<Interval> openIntervals,
    @Nullable Instant openKnownUntil,
    Instant at) {

  public static final String UPDATED = "catalog.restaurant.updated";

  /// Half-open: `from` is in, `to` is out.
  public record Interval(Instant from, Instant to) {}

  /// A POS that takes orders by signed webhook; the secret is not here but in the order service.
  public record PosEndpoint(String url, String keyId) {}
}
