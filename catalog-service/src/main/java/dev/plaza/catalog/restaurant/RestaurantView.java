package dev.plaza.catalog.restaurant;

import dev.plaza.catalog.hours.HoursNote;
import dev.plaza.contracts.Place;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A restaurant as anybody sees it.
///
/// @param warnings what its staff should look at; empty for others
record RestaurantView(
    String id,
    long revision,
    String name,
    @Nullable String description,
    Place location,
    Profile.@Nullable Address address,
    List<String> cuisines,
    @Nullable Integer priceLevel,
    @Nullable Double rating,
    int ratingCount,
    String status,
    String statusReason,
    boolean accepting,
    @Nullable Instant nextChangeAt,
    @Nullable Instant nextOpenAt,
    @Nullable Instant acceptsOrdersUntil,
    @Nullable Instant pausedUntil,
    @Nullable String hours,
    String timezone,
    @Nullable String country,
    String currency,
    long menuVersion,
    int prepMinutes,
    Offer delivery,
    Profile.Source source,
    List<HoursNote> warnings,
    Instant updatedAt) {

  static RestaurantView of(
      Restaurant restaurant, Opening opening, Offer offer, List<HoursNote> warnings, Instant now) {
    var profile = restaurant.profile();
    var paused = restaurant.pausedUntil();
    return new RestaurantView(
        restaurant.id(),
        restaurant.revision(),
        profile.name(),
        profile.description(),
        profile.location(),
        profile.address(),
        profile.cuisines(),
        profile.priceLevel(),
        profile.rating(),
        profile.ratingCount(),
        opening.status().name().toLowerCase(Locale.ROOT),
        opening.reason(),
        opening.accepting(),
        opening.nextChangeAt(),
        opening.nextOpenAt(),
        opening.acceptsOrdersUntil(),
        paused != null && paused.isAfter(now) ? paused : null,
        profile.hours(),
        profile.timezone(),
        profile.country(),
        profile.currency(),
        restaurant.menuVersion(),
        profile.prepMinutes(),
        offer,
        profile.source(),
        warnings,
        restaurant.updatedAt());
  }
}
