package dev.plaza.catalog.restaurant;

import dev.plaza.catalog.hours.Timetable;
import dev.plaza.catalog.hours.Timetables;
import dev.plaza.contracts.Place;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What is known about a restaurant besides its life in the catalog. Stored as one document.
///
/// @param country ISO 3166 alpha-2 whose public holidays count; null: that of the time zone
/// @param currency ISO 4217 code of its menu
/// @param hours OSM `opening_hours`; null: not known
/// @param cuisines lower snake case
/// @param rating 0 to 5, null without ratings
/// @param minimumOrder minor units of `currency`
/// @param radiusM delivery area in metres around `location`; null when `area` is given
/// @param area GeoJSON Polygon or MultiPolygon; null when `radiusM` is given
public record Profile(
    String name,
    @Nullable String description,
    Place location,
    String timezone,
    @Nullable String country,
    String currency,
    @Nullable String hours,
    List<String> cuisines,
    @Nullable Integer priceLevel,
    @Nullable Double rating,
    int ratingCount,
    @Nullable Address address,
    long minimumOrder,
    @Nullable Integer radiusM,
    @Nullable Map<String, Object> area,
    int prepMinutes,
    @Nullable Pos pos,
    Source source) {

  public Profile {
    cuisines = List.copyOf(cuisines);
  }

  public record Address(
      @Nullable String street,
      @Nullable String city,
      @Nullable String postcode,
      @Nullable String country) {}

  /// A point-of-sale system that takes orders by signed webhook.
  public record Pos(String url, String keyId) {}

  /// Where the data comes from, and what has to be shown with it.
  ///
  /// @param kind `own`, `synthetic` or the name of a data set
  /// @param ref its id there
  public record Source(String kind, @Nullable String ref, @Nullable String attribution) {
    public static final Source OWN = new Source("own", null, null);
  }

  /// This description from a data set, laid over what is known already: what the data set cannot
  /// know stays.
  public Profile over(@Nullable Profile old) {
    return old == null
        ? this
        : new Profile(
            name,
            description == null ? old.description : description,
            location,
            timezone,
            country,
            old.currency,
            hours,
            cuisines,
            old.priceLevel,
            old.rating,
            old.ratingCount,
            address,
            old.minimumOrder,
            old.radiusM,
            old.area,
            old.prepMinutes,
            old.pos,
            source);
  }

  public ZoneId zone() {
    return ZoneId.of(timezone);
  }

  public Timetable timetable(Timetables timetables) {
    return timetables.of(hours, zone(), country, location.lat(), location.lon());
  }
}
