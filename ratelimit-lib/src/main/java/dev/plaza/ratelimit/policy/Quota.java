package dev.plaza.ratelimit.policy;

import java.time.ZoneId;
import java.time.ZonedDateTime;

/// So many tokens in each day or month of a calendar: a day is midnight to midnight where the
/// tenant lives, be it 23, 24 or 25 hours long.
public record Quota(long limit, Window window, ZoneId zone) {

  public enum Window {
    DAY,
    MONTH;

    /// The first instant of the window after the one that holds the given time. Midnight may not
    /// exist (clocks go forward at it): then the first instant that does.
    ZonedDateTime next(ZonedDateTime start) {
      var date = start.toLocalDate();
      return switch (this) {
        case DAY -> date.plusDays(1).atStartOfDay(start.getZone());
        case MONTH -> date.withDayOfMonth(1).plusMonths(1).atStartOfDay(start.getZone());
      };
    }

    ZonedDateTime start(ZonedDateTime time) {
      var date = time.toLocalDate();
      return switch (this) {
        case DAY -> date.atStartOfDay(time.getZone());
        case MONTH -> date.withDayOfMonth(1).atStartOfDay(time.getZone());
      };
    }

    String label(ZonedDateTime start) {
      var day = start.toLocalDate().toString();
      return switch (this) {
        case DAY -> day;
        case MONTH -> day.substring(0, day.length() - 3);
      };
    }
  }
}
