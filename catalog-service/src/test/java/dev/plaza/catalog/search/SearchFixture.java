package dev.plaza.catalog.search;

import dev.plaza.catalog.hours.HoursPlace;
import dev.plaza.catalog.hours.OpeningHours;
import dev.plaza.catalog.hours.Timetable;
import dev.plaza.catalog.search.SearchQuery.Sort;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Places and questions for the index.
final class SearchFixture {

  /// A Wednesday, 13:00 in Vienna.
  static final Instant NOON = Instant.parse("2026-01-14T12:00:00Z");

  private SearchFixture() {}

  static Listing place(String id, double lat, double lon) {
    return place(id, lat, lon, "24/7", List.of(), 0, 0);
  }

  static Listing place(
      String id,
      double lat,
      double lon,
      String hours,
      List<String> cuisines,
      int price,
      double rating) {
    return new Listing(
        id,
        new Listing.Order(1, 0),
        lat,
        lon,
        id,
        Listing.fold(id),
        cuisines,
        price,
        rating,
        rating > 0 ? 50 : 0,
        20,
        null,
        timetable(hours),
        null);
  }

  static Listing paused(Listing it, @Nullable Instant until, long revision) {
    return new Listing(
        it.id(),
        new Listing.Order(revision, 0),
        it.lat(),
        it.lon(),
        it.name(),
        it.text(),
        it.cuisines(),
        it.priceLevel(),
        it.rating(),
        it.ratingCount(),
        it.prepMinutes(),
        until,
        it.timetable(),
        null);
  }

  static Timetable timetable(String hours) {
    var vienna = HoursPlace.of(ZoneId.of("Europe/Vienna"), "AT", 48.2, 16.4);
    return new Timetable(OpeningHours.parse(hours), vienna, Clock.fixed(NOON, ZoneOffset.UTC));
  }

  static SearchQuery near(double lat, double lon, double radiusM) {
    return new SearchQuery(
        lat, lon, radiusM, Filters.NONE, null, Sort.DISTANCE, NOON, 1_000_000, null);
  }

  static SearchQuery by(SearchQuery query, Sort sort, int limit) {
    return new SearchQuery(
        query.lat(),
        query.lon(),
        query.radiusM(),
        query.filters(),
        query.text(),
        sort,
        query.at(),
        limit,
        query.after());
  }

  static List<String> ids(List<Hit> hits) {
    return hits.stream().map(it -> it.listing().id()).toList();
  }
}
