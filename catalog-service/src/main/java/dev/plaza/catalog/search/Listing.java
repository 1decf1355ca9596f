package dev.plaza.catalog.search;

import dev.plaza.catalog.hours.Timetable;
import dev.plaza.catalog.hours.Timetables;
import dev.plaza.catalog.restaurant.Restaurant;
import java.text.Normalizer;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A restaurant as the index keeps it.
///
/// @param order of what is known about it: a listing never replaces a newer one
/// @param text what a free-text query is looked for in, folded
/// @param priceLevel 0: not known
/// @param rating 0 without ratings
public record Listing(
    String id,
    Order order,
    double lat,
    double lon,
    String name,
    String text,
    List<String> cuisines,
    int priceLevel,
    double rating,
    int ratingCount,
    int prepMinutes,
    @Nullable Instant pausedUntil,
    Timetable timetable,
    @Nullable Restaurant restaurant) {

  /// Revision of the restaurant, then version of its menu.
  public record Order(long revision, long menuVersion) {
    boolean isBefore(Order other) {
      return revision < other.revision
          || (revision == other.revision && menuVersion < other.menuVersion);
    }
  }

  static Listing of(Restaurant restaurant, Timetables timetables) {
    var profile = restaurant.profile();
    return new Listing(
        restaurant.id(),
        new Order(restaurant.revision(), restaurant.menuVersion()),
        profile.location().lat(),
        profile.location().lon(),
        profile.name(),
        fold(profile.name() + " " + String.join(" ", profile.cuisines())),
        profile.cuisines(),
        profile.priceLevel() == null ? 0 : profile.priceLevel(),
        profile.rating() == null ? 0 : profile.rating(),
        profile.ratingCount(),
        profile.prepMinutes(),
        restaurant.pausedUntil(),
        profile.timetable(timetables),
        restaurant);
  }

  /// Case and diacritics do not count in a free-text query.
  public static String fold(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFD)
        .replaceAll("\\p{M}+", "")
        .replace("ß", "ss")
        .toLowerCase(Locale.ROOT);
  }
}
