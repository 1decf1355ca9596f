package dev.plaza.catalog.search;

import dev.plaza.catalog.restaurant.Offer;
import dev.plaza.catalog.restaurant.Offers;
import dev.plaza.catalog.restaurant.Opening;
import dev.plaza.catalog.restaurant.Profile;
import dev.plaza.contracts.Place;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A place in a list of results.
record SearchItem(
    String id,
    String name,
    Place location,
    double distanceM,
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
    String timezone,
    long menuVersion,
    Offer delivery,
    Profile.Source source) {

  static SearchItem of(Hit hit, SearchQuery query, Offers offers) {
    var listing = hit.listing();
    var restaurant = Objects.requireNonNull(listing.restaurant());
    var profile = restaurant.profile();
    var opening =
        Opening.at(
            query.at(),
            listing.timetable(),
            listing.pausedUntil(),
            Duration.ofMinutes(listing.prepMinutes()));
    return new SearchItem(
        listing.id(),
        listing.name(),
        profile.location(),
        Math.round(hit.distanceM() * 10) / 10.0,
        listing.cuisines(),
        profile.priceLevel(),
        profile.rating(),
        profile.ratingCount(),
        opening.status().name().toLowerCase(Locale.ROOT),
        opening.reason(),
        opening.accepting(),
        opening.nextChangeAt(),
        opening.nextOpenAt(),
        opening.acceptsOrdersUntil(),
        profile.timezone(),
        restaurant.menuVersion(),
        offers.to(profile, query.lat(), query.lon(), hit.distanceM()),
        profile.source());
  }
}
