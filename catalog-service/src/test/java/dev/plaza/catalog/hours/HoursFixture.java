package dev.plaza.catalog.hours;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Asks hours in local time and answers so that a reader can check it against a calendar.
final class HoursFixture {

  static final ZoneId VIENNA = ZoneId.of("Europe/Vienna");
  static final HoursPlace IN_VIENNA = HoursPlace.of(VIENNA, "AT", 48.2082, 16.3738);

  private static final DateTimeFormatter START =
      DateTimeFormatter.ofPattern("EE HH:mm", Locale.ENGLISH);
  private static final DateTimeFormatter END = DateTimeFormatter.ofPattern("HH:mm", Locale.ENGLISH);

  private HoursFixture() {}

  static OpenState state(String hours, String localTime) {
    return state(hours, localTime, IN_VIENNA);
  }

  static OpenState state(String hours, String localTime, HoursPlace place) {
    var at = ZonedDateTime.of(java.time.LocalDateTime.parse(localTime), place.zone()).toInstant();
    return timetable(hours, place, at).around(at).state(at.toEpochMilli());
  }

  static Timetable timetable(String hours, HoursPlace place, Instant now) {
    return new Timetable(OpeningHours.parse(hours), place, Clock.fixed(now, ZoneOffset.UTC));
  }

  /// Open times that begin in the seven days from a Monday on, as `Mon 09:00-18:00`; a trailing
  /// `?` marks a time of unknown state.
  static List<String> week(String hours, String monday) {
    var first = LocalDate.parse(monday);
    var from = first.atStartOfDay(VIENNA).toInstant();
    var to = first.plusDays(7).atStartOfDay(VIENNA).toInstant();
    var window = timetable(hours, IN_VIENNA, from.plus(1, ChronoUnit.DAYS)).around(from);
    var found = new ArrayList<String>();
    var at = from.toEpochMilli();
    while (at < to.toEpochMilli()) {
      var state = window.state(at);
      long next = window.nextChange(at);
      long end = Math.min(next, to.plus(1, ChronoUnit.DAYS).toEpochMilli());
      if (state != OpenState.CLOSED) {
        var text = START.format(local(at)) + "-" + END.format(local(end));
        found.add(state == OpenState.OPEN ? text : text + "?");
      }
      at = end;
    }
    return found;
  }

  private static ZonedDateTime local(long millis) {
    return Instant.ofEpochMilli(millis).atZone(VIENNA);
  }
}
