package dev.plaza.ratelimit.policy;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/// Times as people write them: `500ms`, `1s`, `10m`, `1h`, `30d`, or ISO 8601 (`PT10S`).
final class Periods {

  private static final Pattern SHORT = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");

  private record Unit(String name, Duration length) {}

  private static final List<Unit> UNITS =
      List.of(
          new Unit("d", Duration.ofDays(1)),
          new Unit("h", Duration.ofHours(1)),
          new Unit("m", Duration.ofMinutes(1)),
          new Unit("s", Duration.ofSeconds(1)),
          new Unit("ms", Duration.ofMillis(1)));

  private Periods() {}

  static Duration parse(String text) {
    var matcher = SHORT.matcher(text);
    if (matcher.matches()) {
      var count = Long.parseLong(matcher.group(1));
      var name = matcher.group(2);
      var unit = UNITS.stream().filter(it -> it.name().equals(name)).findFirst().orElseThrow();
      return checked(unit.length().multipliedBy(count));
    }
    try {
      return checked(Duration.parse(text));
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("is a time like 1s, 10m or PT10S", e);
    }
  }

  private static Duration checked(Duration time) {
    if (time.compareTo(Rate.PER_MIN) < 0 || time.compareTo(Rate.PER_MAX) > 0) {
      throw new IllegalArgumentException("is from 1 ms to 366 days");
    }
    return time;
  }

  static String text(Duration time) {
    for (var unit : UNITS) {
      if (time.toNanos() % unit.length().toNanos() == 0) {
        return time.dividedBy(unit.length()) + unit.name();
      }
    }
    return time.toString();
  }
}
