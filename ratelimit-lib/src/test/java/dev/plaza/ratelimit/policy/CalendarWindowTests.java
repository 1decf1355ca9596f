package dev.plaza.ratelimit.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// R39: days and months of a real calendar, whatever their length.
class CalendarWindowTests {

  @ParameterizedTest
  @CsvSource({
    // an ordinary day; its last microsecond is of it, the next is not
    "2026-11-30T12:00:00Z, DAY, UTC, 2026-11-30, 2026-11-30T00:00:00Z, 24h",
    "2026-11-30T23:59:59.999999Z, DAY, UTC, 2026-11-30, 2026-11-30T00:00:00Z, 24h",
    "2026-12-01T00:00:00Z, DAY, UTC, 2026-12-01, 2026-12-01T00:00:00Z, 24h",
    // clocks go forward: 23 hours; back: 25
    "2026-03-29T10:00:00Z, DAY, Europe/Vienna, 2026-03-29, 2026-03-28T23:00:00Z, 23h",
    "2026-10-25T10:00:00Z, DAY, Europe/Vienna, 2026-10-25, 2026-10-24T22:00:00Z, 25h",
    // midnight that does not exist: the day begins at one
    "2018-11-04T12:00:00Z, DAY, America/Sao_Paulo, 2018-11-04, 2018-11-04T03:00:00Z, 23h",
    // half an hour of summer time
    "2026-04-05T00:00:00Z, DAY, Australia/Lord_Howe, 2026-04-05, 2026-04-04T13:00:00Z, 24h30m",
    // a day that was left out: the 30th of December does not exist
    "2011-12-30T09:59:00Z, DAY, Pacific/Apia, 2011-12-29, 2011-12-29T10:00:00Z, 24h",
    "2011-12-30T10:00:00Z, DAY, Pacific/Apia, 2011-12-31, 2011-12-30T10:00:00Z, 24h",
    // months
    "2027-02-11T00:00:00Z, MONTH, UTC, 2027-02, 2027-02-01T00:00:00Z, 28d",
    "2028-02-29T23:00:00Z, MONTH, UTC, 2028-02, 2028-02-01T00:00:00Z, 29d",
    "2026-12-31T23:30:00Z, MONTH, UTC, 2026-12, 2026-12-01T00:00:00Z, 31d",
    "2026-12-31T23:30:00Z, MONTH, Europe/Vienna, 2027-01, 2026-12-31T23:00:00Z, 31d",
    "2026-03-15T00:00:00Z, MONTH, Europe/Vienna, 2026-03, 2026-02-28T23:00:00Z, 743h",
    "2026-10-15T00:00:00Z, MONTH, Europe/Vienna, 2026-10, 2026-09-30T22:00:00Z, 745h",
    "2026-06-30T20:00:00Z, MONTH, Pacific/Kiritimati, 2026-07, 2026-06-30T10:00:00Z, 31d"
  })
  void knowsItsBeginningAndItsEnd(
      String at, Quota.Window window, String zone, String label, String start, String length) {
    var quota = new Quota(5, window, ZoneId.of(zone));
    var micros = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse(at));

    var found = CalendarWindow.at(micros, quota);

    assertThat(found.label()).isEqualTo(label);
    assertThat(time(found.startMicros())).isEqualTo(Instant.parse(start));
    assertThat(Duration.between(time(found.startMicros()), time(found.endMicros())))
        .isEqualTo(Duration.parse((length.endsWith("d") ? "P" : "PT") + length));
    assertThat(found.holds(micros)).isTrue();
    assertThat(CalendarWindow.at(found.endMicros(), quota).startMicros())
        .isEqualTo(found.endMicros());
    assertThat(CalendarWindow.at(found.endMicros() - 1, quota)).isEqualTo(found);
    assertThat(CalendarWindow.at(found.startMicros(), quota)).isEqualTo(found);
  }

  private static Instant time(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }
}
