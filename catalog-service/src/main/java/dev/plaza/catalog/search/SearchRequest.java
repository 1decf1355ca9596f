package dev.plaza.catalog.search;

import dev.plaza.catalog.restaurant.Moments;
import dev.plaza.catalog.search.SearchQuery.Position;
import dev.plaza.catalog.search.SearchQuery.Sort;
import dev.plaza.platform.paging.Cursors;
import dev.plaza.platform.problem.CommonProblem;
import dev.plaza.platform.problem.ProblemException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The parameters of `GET /restaurants` as sent, and their meaning.
record SearchRequest(
    @Nullable String geo,
    @Nullable String radiusM,
    @Nullable String filters,
    @Nullable String q,
    @Nullable String sort,
    @Nullable String at,
    @Nullable Integer limit,
    @Nullable String cursor) {

  private static final double RADIUS_M_DEFAULT = 3_000;
  private static final double RADIUS_M_MAX = 20_000;
  private static final int TEXT_MAX = 100;

  /// A cursor carries the moment of the first page, so that what is open, and the recommended
  /// order, mean the same on all pages.
  SearchQuery query(Cursors cursors, String caller, Instant now) {
    double[] point = point();
    var moment = at == null ? now : Moments.inReach(moment(at), now);
    var first =
        new SearchQuery(
            point[0],
            point[1],
            radius(),
            Filters.parse(filters),
            text(),
            order(),
            moment,
            Cursors.limit(limit),
            null);
    if (cursor == null || cursor.isEmpty()) {
      return first;
    }
    return continued(first, cursors, caller, cursor);
  }

  private SearchQuery continued(SearchQuery first, Cursors cursors, String caller, String from) {
    var parts = cursors.decode(scope(first, caller), from);
    var after = new Position(Long.parseLong(parts.get(0)), parts.get(1));
    var moment = Instant.ofEpochMilli(Long.parseLong(parts.get(2)));
    return first.at(moment).after(after);
  }

  /// What the cursor of the page that ends with `last` says.
  String next(SearchQuery query, Position last, Cursors cursors, String caller) {
    return cursors.encode(scope(query, caller), last.key(), last.id(), query.at().toEpochMilli());
  }

  private String scope(SearchQuery query, String caller) {
    return "restaurants|" + caller + "|" + question(query) + "|" + at;
  }

  /// The same for the same question, but for the moment and the page.
  static String question(SearchQuery query) {
    return "%s,%s,%s|%s|%s|%s"
        .formatted(
            query.lat(),
            query.lon(),
            query.radiusM(),
            query.filters().canonical(),
            query.text(),
            query.sort());
  }

  private double[] point() {
    if (geo == null || geo.isBlank()) {
      throw malformed("geo", "is required, as lat,lon");
    }
    var parts = geo.split(",", -1);
    if (parts.length != 2) {
      throw malformed("geo", "must be lat,lon");
    }
    return new double[] {degrees(parts[0], 90), degrees(parts[1], 180)};
  }

  private static double degrees(String text, double max) {
    double value = number(text, "geo");
    if (!(Math.abs(value) <= max)) {
      throw malformed("geo", "is out of range: lat within 90, lon within 180");
    }
    return value;
  }

  private double radius() {
    if (radiusM == null) {
      return RADIUS_M_DEFAULT;
    }
    double value = number(radiusM, "radius_m");
    if (!(value > 0 && value <= RADIUS_M_MAX)) {
      throw malformed("radius_m", "must be above 0 and at most " + (int) RADIUS_M_MAX);
    }
    return value;
  }

  private static double number(String text, String name) {
    var trimmed = text.strip();
    if (!trimmed.matches("[+-]?\\d{1,9}(\\.\\d{1,20})?([eE][+-]?\\d{1,2})?")) {
      throw malformed(name, "is not a number");
    }
    return Double.parseDouble(trimmed);
  }

  private @Nullable String text() {
    if (q == null || q.isBlank()) {
      return null;
    }
    if (q.length() > TEXT_MAX || q.indexOf('\0') >= 0) {
      throw malformed("q", "must be at most " + TEXT_MAX + " characters");
    }
    return Listing.fold(q.strip());
  }

  private Sort order() {
    return switch (sort == null ? "recommended" : sort) {
      case "distance" -> Sort.DISTANCE;
      case "rating" -> Sort.RATING;
      case "recommended" -> Sort.RECOMMENDED;
      default -> throw malformed("sort", "must be distance, rating or recommended");
    };
  }

  private static Instant moment(String text) {
    try {
      return java.time.OffsetDateTime.parse(text.toUpperCase(Locale.ROOT)).toInstant();
    } catch (DateTimeParseException _) {
      throw malformed("at", "is not an RFC 3339 time");
    }
  }

  private static ProblemException malformed(String name, String detail) {
    return new ProblemException(CommonProblem.MALFORMED, "A parameter cannot be read.")
        .at(name, detail);
  }
}
