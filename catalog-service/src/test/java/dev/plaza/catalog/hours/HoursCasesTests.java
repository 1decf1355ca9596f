package dev.plaza.catalog.hours;

import static dev.plaza.catalog.hours.HoursFixture.IN_VIENNA;
import static dev.plaza.catalog.hours.HoursFixture.VIENNA;
import static dev.plaza.catalog.hours.HoursFixture.state;
import static dev.plaza.catalog.hours.HoursFixture.timetable;
import static dev.plaza.catalog.hours.OpenState.CLOSED;
import static dev.plaza.catalog.hours.OpenState.OPEN;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Inputs that broke other evaluators, each with the answer decided on here.
class HoursCasesTests {

  private static final HoursPlace IN_BERLIN =
      HoursPlace.of(ZoneId.of("Europe/Berlin"), null, 52.5, 13.4);

  /// H1: the rule of Friday replaces the whole calendar day, also what Thursday runs into it.
  @Test
  void laterRuleOfADayReplacesTheShiftRunningIntoIt() {
    var hours = "Mo 06:00-15:00; Tu-Th 07:00-04:00; Fr-Su 09:00-17:00";

    assertThat(state(hours, "2026-01-16T02:00")).isEqualTo(CLOSED);
    assertThat(state(hours, "2026-01-15T02:00")).isEqualTo(OPEN);
    assertThat(notes(hours)).contains("hours_spill_overridden");
  }

  /// H1, as most people would write it to mean the other.
  @Test
  void rulesJoinedByCommaLetTheShiftGoOn() {
    var hours = "Mo 06:00-15:00, Tu-Th 07:00-04:00, Fr-Su 09:00-17:00";

    assertThat(state(hours, "2026-01-16T02:00")).isEqualTo(OPEN);
    assertThat(notes(hours)).doesNotContain("hours_spill_overridden");
  }

  /// H2: Monday 1 May is a holiday and off from midnight on, whatever Sunday evening began.
  @Test
  void holidayOffEndsTheShiftRunningIntoIt() {
    var hours = "Mo-Fr 18:00-03:00, Sa,Su 19:00-02:00; PH off";

    assertThat(state(hours, "2023-05-01T01:00", IN_BERLIN)).isEqualTo(CLOSED);
    assertThat(state(hours, "2023-04-30T23:00", IN_BERLIN)).isEqualTo(OPEN);
    assertThat(OpeningHours.parse(hours).notes(LocalDate.parse("2023-04-20"), IN_BERLIN))
        .extracting(HoursNote::code)
        .contains("hours_spill_overridden");
  }

  /// H3: what replaces Good Friday does not replace what Friday runs into Saturday.
  @Test
  void overrideOfADayKeepsTheSpillIntoTheNext() {
    var hours = "Mo-Su,PH 15:00-03:00; easter -2 days 15:00-24:00";

    assertThat(state(hours, "2026-04-04T01:00")).isEqualTo(OPEN);
    assertThat(state(hours + "; easter -1 day 00:00-03:00 off", "2026-04-04T01:00"))
        .isEqualTo(CLOSED);
  }

  /// H4
  @Test
  void localTimesHoldOnTheDaysOfClockChanges() {
    assertThat(state("09:00-18:00", "2026-03-29T09:00")).isEqualTo(OPEN);
    assertThat(state("09:00-18:00", "2026-03-29T08:59")).isEqualTo(CLOSED);
    assertThat(state("09:00-18:00", "2026-10-25T09:00")).isEqualTo(OPEN);
    assertThat(state("09:00-18:00", "2026-10-25T08:59")).isEqualTo(CLOSED);
  }

  /// H4
  @Test
  void nightShiftIsAnHourShorterInMarchAndLongerInOctober() {
    assertThat(open("22:00-04:00", "2026-03-28T12:00:00Z", "2026-03-29T12:00:00Z"))
        .containsExactly(interval("2026-03-28T21:00:00Z", "2026-03-29T02:00:00Z"));
    assertThat(open("22:00-04:00", "2026-10-24T12:00:00Z", "2026-10-25T12:00:00Z"))
        .containsExactly(interval("2026-10-24T20:00:00Z", "2026-10-25T03:00:00Z"));
  }

  @Test
  void closingTimeThatComesTwiceIsTheFirstOfTheTwo() {
    assertThat(open("18:00-02:30", "2026-10-24T12:00:00Z", "2026-10-25T12:00:00Z"))
        .containsExactly(interval("2026-10-24T16:00:00Z", "2026-10-25T00:30:00Z"));
  }

  @Test
  void timesThatTheClockSkipsAreTheMomentOfTheChange() {
    assertThat(open("02:15-02:45", "2026-03-28T12:00:00Z", "2026-03-29T12:00:00Z")).isEmpty();
    assertThat(open("02:30-05:00", "2026-03-28T12:00:00Z", "2026-03-29T12:00:00Z"))
        .containsExactly(interval("2026-03-29T01:00:00Z", "2026-03-29T03:00:00Z"));
  }

  /// H5
  @Test
  void shiftOverMidnightIsOpenTheNextDay() {
    assertThat(state("Mo 18:00-02:00", "2026-01-13T01:00")).isEqualTo(OPEN);
    assertThat(state("Mo 18:00-02:00", "2026-01-12T01:00")).isEqualTo(CLOSED);
  }

  /// H6
  @Test
  void hoursThatTouchAtMidnightAreOneStretch() {
    var now = Instant.parse("2026-01-15T12:00:00Z");
    var window = timetable("09:00-24:00, 00:00-03:00", IN_VIENNA, now).around(now);

    assertThat(Instant.ofEpochMilli(window.nextChange(now.toEpochMilli())))
        .isEqualTo("2026-01-16T02:00:00Z");
  }

  /// H7: 1 May 2026 is a Friday.
  @Test
  void holidayIsThatOfTheDayTheShiftBegan() {
    var shiftOfThursday = "2026-05-01T00:30";
    var shiftOfHoliday = "2026-05-02T00:30";

    assertThat(state("PH 18:00-02:00", shiftOfThursday)).isEqualTo(CLOSED);
    assertThat(state("PH 18:00-02:00", shiftOfHoliday)).isEqualTo(OPEN);
    assertThat(state("Mo-Th 18:00-02:00, PH 10:00-14:00", shiftOfThursday)).isEqualTo(OPEN);
    assertThat(state("Mo-Su 18:00-02:00, PH 10:00-14:00", shiftOfHoliday)).isEqualTo(OPEN);
  }

  /// H7: a shift that never began does not go on after midnight.
  @Test
  void nothingGoesOnAfterAnEveningOff() {
    assertThat(state("Mo-Su 18:00-02:00; PH off", "2026-05-02T00:30")).isEqualTo(CLOSED);
    assertThat(state("Mo-Su 18:00-02:00; Dec 24 10:00-14:00", "2026-12-25T01:00"))
        .isEqualTo(CLOSED);
    assertThat(state("Mo-Su 18:00-02:00; We 23:00-24:00 off", "2026-01-15T01:00"))
        .isEqualTo(CLOSED);
  }

  private static List<String> notes(String hours) {
    return OpeningHours.parse(hours).notes(LocalDate.parse("2026-01-10"), IN_VIENNA).stream()
        .map(HoursNote::code)
        .toList();
  }

  private static List<Timetable.Interval> open(String hours, String from, String to) {
    var start = Instant.parse(from);
    return timetable(hours, IN_VIENNA, start).open(start, Instant.parse(to));
  }

  private static Timetable.Interval interval(String from, String to) {
    return new Timetable.Interval(Instant.parse(from), Instant.parse(to));
  }

  @Test
  void instantsOfAnIntervalAreLocalTimes() {
    assertThat(LocalDateTime.parse("2026-03-28T22:00").atZone(VIENNA).toInstant())
        .isEqualTo("2026-03-28T21:00:00Z");
  }
}
