package dev.plaza.notify.preference;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Cases 17 to 22: when a night ends.
class QuietHoursTests {

  private static QuietHours quiet(String start, String end) {
    return new QuietHours(LocalTime.parse(start), LocalTime.parse(end));
  }

  @ParameterizedTest
  @CsvSource({
    // 17: 21:00 to 07:00, at half past midnight
    "21:00, 07:00, Europe/Vienna, 2026-02-01T23:30:00Z, 2026-02-02T06:00:00Z",
    // 18: Nairobi at one o'clock, not UTC
    "22:00, 07:00, Africa/Nairobi, 2026-02-01T22:00:00Z, 2026-02-02T04:00:00Z",
    // 19: at 23:00 until 08:00, not until 22:00 of the next day
    "22:00, 08:00, Europe/Vienna, 2026-02-01T22:00:00Z, 2026-02-02T07:00:00Z",
    // Braze's example: 05:30 is held until 06:00
    "22:00, 06:00, Europe/Vienna, 2026-02-02T04:30:00Z, 2026-02-02T05:00:00Z",
    // 22: New York, the end does not exist: the first instant behind the gap
    "22:00, 02:30, America/New_York, 2026-03-08T06:00:00Z, 2026-03-08T07:00:00Z",
    // 22: New York, the end exists twice: the second one, also between the two
    "22:00, 01:30, America/New_York, 2026-11-01T05:00:00Z, 2026-11-01T06:30:00Z",
    "22:00, 01:30, America/New_York, 2026-11-01T05:45:00Z, 2026-11-01T06:30:00Z",
    "22:00, 01:30, America/New_York, 2026-11-01T06:29:59Z, 2026-11-01T06:30:00Z",
    // 22: Berlin, both changes
    "22:00, 02:30, Europe/Berlin, 2026-03-28T23:00:00Z, 2026-03-29T01:00:00Z",
    "22:00, 02:30, Europe/Berlin, 2026-10-25T00:45:00Z, 2026-10-25T01:30:00Z",
    // 22: midnight does not exist
    "22:00, 00:00, America/Santiago, 2026-09-06T03:00:00Z, 2026-09-06T04:00:00Z",
    "20:00, 00:00, Africa/Cairo, 2026-04-23T20:00:00Z, 2026-04-23T22:00:00Z",
    // 22: a gap of half an hour
    "22:00, 02:15, Australia/Lord_Howe, 2026-10-03T14:00:00Z, 2026-10-03T15:30:00Z",
    // 22: an offset with minutes
    "22:00, 07:00, Asia/Kathmandu, 2026-02-01T16:15:00Z, 2026-02-02T01:15:00Z",
    // 23: eight o'clock in Chicago is 13:00Z before the change and 14:00Z behind it
    "22:00, 08:00, America/Chicago, 2026-10-31T12:00:00Z, 2026-10-31T13:00:00Z",
    "22:00, 08:00, America/Chicago, 2026-11-02T12:00:00Z, 2026-11-02T14:00:00Z",
    // 25: 17:00 in November is 17:00, whenever it was set
    "12:00, 17:00, Europe/Berlin, 2026-11-05T12:00:00Z, 2026-11-05T16:00:00Z",
    // by day
    "13:00, 15:00, Europe/Vienna, 2026-02-01T12:30:00Z, 2026-02-01T14:00:00Z"
  })
  void holdsUntilTheEnd(String start, String end, String zone, Instant now, Instant release) {
    assertThat(quiet(start, end).until(now, ZoneId.of(zone))).contains(release);
  }

  @ParameterizedTest
  @CsvSource({
    "22:00, 08:00, Europe/Vienna, 2026-02-02T07:00:00Z",
    "22:00, 08:00, Europe/Vienna, 2026-02-01T20:59:59Z",
    "08:00, 08:00, Europe/Vienna, 2026-02-02T07:00:00Z",
    "08:00, 08:00, Europe/Vienna, 2026-02-02T12:00:00Z",
    "22:00, 07:00, Asia/Kathmandu, 2026-02-01T16:14:59Z",
    "22:00, 01:30, America/New_York, 2026-11-01T06:30:00Z",
    "22:00, 02:30, America/New_York, 2026-03-08T07:00:00Z"
  })
  void isSilentOnlyThen(String start, String end, String zone, Instant now) {
    assertThat(quiet(start, end).until(now, ZoneId.of(zone))).isEmpty();
  }

  /// 21: every quarter of an hour of three years in the zones of the cases. Whoever is held is
  /// released within a day; the release itself is not silent; the wall clock says so too, except in
  /// the hour that happens twice, where the longer silence counts.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "America/New_York",
        "Europe/Berlin",
        "America/Santiago",
        "Africa/Cairo",
        "Australia/Lord_Howe",
        "Asia/Kathmandu",
        "Africa/Nairobi",
        "America/Chicago",
        "UTC"
      })
  void holdsThroughTheWholeCalendar(String name) {
    ZoneId zone = ZoneId.of(name);
    for (QuietHours quiet :
        new QuietHours[] {
          quiet("22:00", "07:00"), quiet("23:30", "02:30"), quiet("22:00", "00:00")
        }) {
      Instant end = Instant.parse("2028-12-31T00:00:00Z");
      for (Instant now = Instant.parse("2026-01-01T00:00:00Z");
          now.isBefore(end);
          now = now.plus(Duration.ofMinutes(15))) {
        Optional<Instant> until = quiet.until(now, zone);
        boolean wall = wallClock(quiet, now, zone);
        if (until.isPresent()) {
          assertThat(until.get()).isAfter(now).isBefore(now.plus(Duration.ofHours(24)));
          assertThat(quiet.until(until.get(), zone)).as(now + " " + quiet).isEmpty();
        }
        if (wall != until.isPresent()) {
          assertThat(isTwice(now, zone)).as(now + " " + quiet).isTrue();
          assertThat(until).isPresent();
        }
      }
    }
  }

  private static boolean wallClock(QuietHours quiet, Instant now, ZoneId zone) {
    LocalTime time = now.atZone(zone).toLocalTime();
    boolean past = !time.isBefore(quiet.start());
    boolean before = time.isBefore(quiet.end());
    return quiet.start().isBefore(quiet.end()) ? past && before : past || before;
  }

  private static boolean isTwice(Instant now, ZoneId zone) {
    return zone.getRules().getValidOffsets(now.atZone(zone).toLocalDateTime()).size() > 1;
  }

  /// 22 and 83: a day begins at its first instant, which need not be midnight.
  @Test
  void aDayBeginsAtItsFirstInstant() {
    ZoneId santiago = ZoneId.of("America/Santiago");
    ZoneId cairo = ZoneId.of("Africa/Cairo");

    assertThat(QuietHours.dayOf(Instant.parse("2026-09-06T03:59:59Z"), santiago))
        .isEqualTo(LocalDate.parse("2026-09-05"));
    assertThat(QuietHours.dayOf(Instant.parse("2026-09-06T04:00:00Z"), santiago))
        .isEqualTo(LocalDate.parse("2026-09-06"));
    assertThat(QuietHours.dayOf(Instant.parse("2026-04-23T21:59:59Z"), cairo))
        .isEqualTo(LocalDate.parse("2026-04-23"));
    assertThat(QuietHours.dayOf(Instant.parse("2026-04-23T22:00:00Z"), cairo))
        .isEqualTo(LocalDate.parse("2026-04-24"));
  }
}
