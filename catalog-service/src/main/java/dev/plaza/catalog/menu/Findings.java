package dev.plaza.catalog.menu;

import dev.plaza.platform.problem.CommonProblem;
import dev.plaza.platform.problem.ProblemException;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Collects what is wrong with a menu, each with a JSON Pointer, and reads single values.
///
/// A value that is wrong is answered as some right one, so that reading can go on to find the rest.
final class Findings {

  private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:-]{0,63}");
  private static final Pattern TIME = Pattern.compile("([01]\\d|2[0-3]):[0-5]\\d|24:00");

  private final ProblemException problem =
      new ProblemException(CommonProblem.INVALID, "The menu breaks a rule.");
  private final int shownMax;

  Findings(int shownMax) {
    this.shownMax = shownMax;
  }

  void add(String pointer, String detail) {
    if (problem.errors().size() < shownMax) {
      problem.at(pointer, detail);
    }
  }

  void throwIfAny() {
    if (!problem.errors().isEmpty()) {
      throw problem;
    }
  }

  String id(@Nullable String value, String pointer) {
    if (value != null && ID.matcher(value).matches()) {
      return value;
    }
    add(pointer, "must be 1 to 64 of A-Z a-z 0-9 . _ : -");
    return "?";
  }

  String text(@Nullable String value, int max, String pointer) {
    if (value == null || value.isBlank()) {
      add(pointer, "is required");
      return "?";
    }
    return checked(value.strip(), max, pointer);
  }

  @Nullable String optionalText(@Nullable String value, int max, String pointer) {
    return value == null || value.isBlank() ? null : checked(value.strip(), max, pointer);
  }

  private String checked(String value, int max, String pointer) {
    if (value.length() > max) {
      add(pointer, "is longer than " + max + " characters");
    }
    if (!isWellFormed(value)) {
      add(pointer, "has half of a surrogate pair");
      return "?";
    }
    return value;
  }

  private static boolean isWellFormed(String value) {
    return value.codePoints().noneMatch(it -> it >= 0xD800 && it <= 0xDFFF);
  }

  long number(@Nullable Number value, long min, long max, @Nullable Long fallback, String pointer) {
    if (value == null) {
      if (fallback == null) {
        add(pointer, "is required");
      }
      return fallback == null ? min : fallback;
    }
    long number = value.longValue();
    if (number < min || number > max) {
      add(pointer, "must be in " + min + ".." + max);
      return min;
    }
    return number;
  }

  String time(@Nullable String value, String pointer) {
    if (value != null && TIME.matcher(value).matches()) {
      return value;
    }
    add(pointer, "must be a time of day as HH:mm");
    return "00:00";
  }

  <T extends @Nullable Object> List<T> list(@Nullable List<T> value, int max, String pointer) {
    if (value == null) {
      return List.of();
    }
    if (value.size() > max) {
      add(pointer, "has more than " + max + " entries");
      return List.of();
    }
    return value;
  }
}
