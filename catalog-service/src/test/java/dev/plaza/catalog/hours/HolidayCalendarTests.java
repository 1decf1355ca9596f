package dev.plaza.catalog.hours;

import static dev.plaza.catalog.hours.HoursFixture.state;
import static dev.plaza.catalog.hours.OpenState.CLOSED;
import static dev.plaza.catalog.hours.OpenState.OPEN;
import static dev.plaza.catalog.hours.OpenState.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.time.ZoneId;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HolidayCalendarTests {

  @ParameterizedTest
  @CsvSource({
    "1961, 1961-04-02",
    "2000, 2000-04-23",
    "2008, 2008-03-23",
    "2011, 2011-04-24",
    "2024, 2024-03-31",
    "2025, 2025-04-20",
    "2026, 2026-04-05",
    "2038, 2038-04-25",
    "2285, 2285-03-22"
  })
  void easterIsOnItsSunday(int year, LocalDate sunday) {
    assertThat(Easter.of(year)).isEqualTo(sunday);
  }

  @Test
  void austriaKeepsThirteenHolidays() {
    var austria = HolidayCalendar.of(null, ZoneId.of("Europe/Vienna"));

    var kept =
        days(2026)
            .filter(it -> austria.publicHoliday(it) == Certainty.YES)
            .map(LocalDate::toString)
            .collect(Collectors.joining(" "));

    assertThat(kept)
        .isEqualTo(
            "2026-01-01 2026-01-06 2026-04-06 2026-05-01 2026-05-14 2026-05-25 2026-06-04"
                + " 2026-08-15 2026-10-26 2026-11-01 2026-12-08 2026-12-25 2026-12-26");
  }

  @Test
  void dayKeptInSomeRegionsIsUnknownWhereItMatters() {
    var berlin = HoursPlace.of(ZoneId.of("Europe/Berlin"), null, 52.5, 13.4);

    assertThat(state("Mo-Su 10:00-18:00; PH off", "2026-06-04T12:00", berlin)).isEqualTo(UNKNOWN);
    assertThat(state("Mo-Su 10:00-18:00; PH off", "2026-06-04T20:00", berlin)).isEqualTo(CLOSED);
    assertThat(state("Mo-Su 10:00-18:00", "2026-06-04T12:00", berlin)).isEqualTo(OPEN);
    assertThat(state("Mo-Su 10:00-18:00; PH off", "2026-10-03T12:00", berlin)).isEqualTo(CLOSED);
  }

  @Test
  void countryWithoutACalendarNeverGivesAWrongOpen() {
    var tokyo = HoursPlace.of(ZoneId.of("Asia/Tokyo"), null, 35.7, 139.7);

    assertThat(state("Mo-Su 10:00-18:00; PH off", "2026-01-14T12:00", tokyo)).isEqualTo(UNKNOWN);
    assertThat(state("Mo-Su 10:00-18:00", "2026-01-14T12:00", tokyo)).isEqualTo(OPEN);
  }

  @Test
  void statedCountryWinsOverTheZone() {
    var calendar = HolidayCalendar.of("de", ZoneId.of("Europe/Vienna"));

    assertThat(calendar.country()).isEqualTo("DE");
    assertThat(calendar.publicHoliday(LocalDate.parse("2026-10-03"))).isEqualTo(Certainty.YES);
  }

  @Test
  void holidayCountsFromItsFirstYear() {
    var poland = HolidayCalendar.of("PL", ZoneId.of("Europe/Warsaw"));

    assertThat(poland.publicHoliday(LocalDate.parse("2024-12-24"))).isEqualTo(Certainty.NO);
    assertThat(poland.publicHoliday(LocalDate.parse("2025-12-24"))).isEqualTo(Certainty.YES);
  }

  private static Stream<LocalDate> days(int year) {
    return LocalDate.of(year, 1, 1).datesUntil(LocalDate.of(year + 1, 1, 1));
  }
}
