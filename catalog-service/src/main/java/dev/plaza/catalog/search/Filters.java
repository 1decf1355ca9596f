package dev.plaza.catalog.search;

import dev.plaza.platform.problem.CommonProblem;
import dev.plaza.platform.problem.ProblemException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What results must be like; all of it at once. Written as
/// `cuisine:thai|ramen,price:1-2,open_now,min_rating:4`.
///
/// @param cuisines any of them; empty: all
/// @param priceMin 0 with `priceMax` 0: any
public record Filters(
    List<String> cuisines, int priceMin, int priceMax, boolean openNow, double minRating) {

  public static final Filters NONE = new Filters(List.of(), 0, 0, false, 0);

  private static final int CUISINES_MAX = 20;
  private static final int LENGTH_MAX = 500;
  private static final Pattern PRICE = Pattern.compile("([1-4])(?:-([1-4]))?");
  private static final Pattern RATING = Pattern.compile("[0-5](?:\\.\\d{1,3})?");

  public Filters {
    cuisines = List.copyOf(cuisines);
  }

  static Filters parse(@Nullable String text) {
    if (text == null || text.isBlank()) {
      return NONE;
    }
    if (text.length() > LENGTH_MAX) {
      throw malformed("is longer than " + LENGTH_MAX + " characters");
    }
    var filters = NONE;
    for (var part : text.split(",", -1)) {
      if (!part.isBlank()) {
        filters = filters.and(part.strip());
      }
    }
    return filters;
  }

  private Filters and(String part) {
    int colon = part.indexOf(':');
    var name = colon < 0 ? part : part.substring(0, colon).strip();
    var value = colon < 0 ? "" : part.substring(colon + 1).strip();
    return switch (name) {
      case "cuisine" -> new Filters(cuisines(value), priceMin, priceMax, openNow, minRating);
      case "price" -> price(value);
      case "open_now" -> new Filters(cuisines, priceMin, priceMax, isOn(value), minRating);
      case "min_rating" -> minRating(value);
      default -> throw malformed("has no filter \"" + shown(name) + "\"");
    };
  }

  private static List<String> cuisines(String value) {
    var all =
        Arrays.stream(value.split("\\|", -1))
            .map(it -> it.strip().toLowerCase(Locale.ROOT))
            .filter(it -> !it.isEmpty())
            .distinct()
            .sorted()
            .toList();
    if (all.isEmpty() || all.size() > CUISINES_MAX) {
      throw malformed("needs 1 to " + CUISINES_MAX + " cuisines");
    }
    return all;
  }

  private Filters price(String value) {
    var price = PRICE.matcher(value);
    if (!price.matches()) {
      throw malformed("needs a price from 1 to 4, as 2 or 1-3");
    }
    int from = Integer.parseInt(price.group(1));
    int to = price.group(2) == null ? from : Integer.parseInt(price.group(2));
    if (from > to) {
      throw malformed("has a price range that ends before it begins");
    }
    return new Filters(cuisines, from, to, openNow, minRating);
  }

  private static boolean isOn(String value) {
    return switch (value) {
      case "", "true" -> true;
      case "false" -> false;
      default -> throw malformed("has open_now that is neither true nor false");
    };
  }

  private Filters minRating(String value) {
    if (!RATING.matcher(value).matches() || Double.parseDouble(value) > 5) {
      throw malformed("needs min_rating from 0 to 5");
    }
    return new Filters(cuisines, priceMin, priceMax, openNow, Double.parseDouble(value));
  }

  private static String shown(String name) {
    return name.length() > 30 ? name.substring(0, 30) : name;
  }

  private static ProblemException malformed(String detail) {
    return new ProblemException(CommonProblem.MALFORMED, "The filters cannot be read.")
        .at("filters", detail);
  }

  /// The same for the same filters, however they were written.
  String canonical() {
    return cuisines + ";" + priceMin + "-" + priceMax + ";" + openNow + ";" + minRating;
  }
}
