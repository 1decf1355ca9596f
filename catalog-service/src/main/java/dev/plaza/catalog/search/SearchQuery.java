package dev.plaza.catalog.search;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What is looked for.
///
/// @param text folded; null: anything
/// @param at the moment that open or closed, and the recommended order, are meant for
/// @param after only what comes after this in the order
public record SearchQuery(
    double lat,
    double lon,
    double radiusM,
    Filters filters,
    @Nullable String text,
    Sort sort,
    Instant at,
    int limit,
    @Nullable Position after) {

  SearchQuery at(Instant moment) {
    return new SearchQuery(lat, lon, radiusM, filters, text, sort, moment, limit, after);
  }

  SearchQuery limit(int most) {
    return new SearchQuery(lat, lon, radiusM, filters, text, sort, at, most, after);
  }

  SearchQuery after(Position position) {
    return new SearchQuery(lat, lon, radiusM, filters, text, sort, at, limit, position);
  }

  public enum Sort {
    DISTANCE,
    RATING,
    RECOMMENDED
  }

  /// A place in the total order of results: first by key, then by id.
  public record Position(long key, String id) {

    boolean isBefore(long otherKey, String otherId) {
      return key < otherKey || (key == otherKey && id.compareTo(otherId) < 0);
    }
  }
}
