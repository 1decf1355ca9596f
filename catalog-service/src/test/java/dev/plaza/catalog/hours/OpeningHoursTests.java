package dev.plaza.catalog.hours;

import static dev.plaza.catalog.hours.HoursFixture.state;
import static dev.plaza.catalog.hours.HoursFixture.week;
import static dev.plaza.catalog.hours.OpenState.CLOSED;
import static dev.plaza.catalog.hours.OpenState.OPEN;
import static dev.plaza.catalog.hours.OpenState.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Values of every kind with their hours in a week, worked out by hand from the specification.
/// 12 January 2026 is a Monday without a holiday in its week.
class OpeningHoursTests {

  private static final String PLAIN_WEEK = "2026-01-12";

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Mo-Fr 09:00-17:00                     | Mon 09:00-17:00, Tue 09:00-17:00, Wed 09:00-17:00, Thu 09:00-17:00, Fri 09:00-17:00
          Sa 10:00-14:00                        | Sat 10:00-14:00
          Sa-Mo 10:00-12:00                     | Mon 10:00-12:00, Sat 10:00-12:00, Sun 10:00-12:00
          Mo,We 10:00-12:00,14:00-16:00         | Mon 10:00-12:00, Mon 14:00-16:00, Wed 10:00-12:00, Wed 14:00-16:00
          We 20:00-26:00                        | Wed 20:00-02:00
          Fr 17:00-24:00; Sa 00:00-03:00        | Fri 17:00-03:00
          Mo-We 10:00-12:00; Tu off             | Mon 10:00-12:00, Wed 10:00-12:00
          Mo-We 10:00-18:00; Tu 12:00-14:00 off | Mon 10:00-18:00, Tue 10:00-12:00, Tue 14:00-18:00, Wed 10:00-18:00
          Mo-We 10:00-18:00; Tu 12:00-14:00     | Mon 10:00-18:00, Tue 12:00-14:00, Wed 10:00-18:00
          Mo-We 10:00-12:00, Tu 20:00-22:00     | Mon 10:00-12:00, Tue 10:00-12:00, Tue 20:00-22:00, Wed 10:00-12:00
          Mo[2] 10:00-12:00                     | Mon 10:00-12:00
          Mo[1] 10:00-12:00                     |
          Mo[-3] 10:00-12:00                    | Mon 10:00-12:00
          Tu[2] -1 day 10:00-12:00              | Mon 10:00-12:00
          week 3 We 10:00-12:00                 | Wed 10:00-12:00
          week 1-53/2 We 10:00-12:00            | Wed 10:00-12:00
          week 2-52/2 We 10:00-12:00            |
          Jan We 10:00-12:00                    | Wed 10:00-12:00
          Feb-Dec We 10:00-12:00                |
          Nov-Feb We 10:00-12:00                | Wed 10:00-12:00
          Dec 24-Jan 14 10:00-12:00             | Mon 10:00-12:00, Tue 10:00-12:00, Wed 10:00-12:00
          Jan 14 10:00-12:00                    | Wed 10:00-12:00
          Jan 13-15 10:00-12:00                 | Tue 10:00-12:00, Wed 10:00-12:00, Thu 10:00-12:00
          2026 Jan 14 10:00-12:00               | Wed 10:00-12:00
          2025 Jan 14 10:00-12:00               |
          2025-2027/2 We 10:00-12:00            |
          2026 We 10:00-12:00                   | Wed 10:00-12:00
          2027+ We 10:00-12:00                  |
          easter -81 days 10:00-12:00           | Wed 10:00-12:00
          off                                   |
          closed                                |
          """)
  void openTimesOfAPlainWeek(String hours, String expected) {
    assertThat(week(hours, PLAIN_WEEK)).isEqualTo(list(expected));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Tu 11:00+                             | Tue 11:00-00:00?
          Tu 18:00+                             | Tue 18:00-05:00?
          Tu 11:00-15:00+                       | Tue 11:00-15:00, Tue 15:00-00:00?
          Tu                                    | Tue 00:00-00:00?
          Tu 10:00-12:00 unknown                | Tue 10:00-12:00?
          Tu 10:00-12:00 "by appointment"       | Tue 10:00-12:00?
          Tu 10:00-12:00 open "lunch"           | Tue 10:00-12:00
          Tu 10:00-16:00/90                     | Tue 10:00-16:00?
          Tu 08:00                              | Tue 00:00-00:00?
          """)
  void whatIsNotSureIsUnknown(String hours, String expected) {
    assertThat(week(hours, PLAIN_WEEK)).isEqualTo(list(expected));
  }

  @Test
  void fallbackCountsOnlyWhereNothingElseDoes() {
    assertThat(week("Mo 10:00-12:00 || Mo,Tu 11:00-13:00", PLAIN_WEEK))
        .containsExactly("Mon 10:00-13:00", "Tue 11:00-13:00");
    assertThat(state("Tu 10:00-12:00 || \"ask\"", "2026-01-13T11:00")).isEqualTo(OPEN);
    assertThat(state("Tu 10:00-12:00 || \"ask\"", "2026-01-13T13:00")).isEqualTo(UNKNOWN);
  }

  @Test
  void schoolHolidaysAreNotKnown() {
    assertThat(week("SH We 10:00-12:00", PLAIN_WEEK)).containsExactly("Wed 10:00-12:00?");
    assertThat(week("We 10:00-12:00; SH off", PLAIN_WEEK)).containsExactly("Wed 10:00-12:00?");
  }

  /// 1 May 2026 is a Friday.
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Th,Fr 10:00-12:00                | Thu 10:00-12:00, Fri 10:00-12:00
          Th,Fr 10:00-12:00; PH off        | Thu 10:00-12:00
          Th,Fr 10:00-12:00; PH 14:00-16:00 | Thu 10:00-12:00, Fri 14:00-16:00
          PH 14:00-16:00; Th,Fr 10:00-12:00 | Thu 10:00-12:00, Fri 10:00-12:00
          Th,PH 10:00-12:00                | Thu 10:00-12:00, Fri 10:00-12:00
          PH Fr 10:00-12:00                | Fri 10:00-12:00
          PH Th 10:00-12:00                |
          PH -1 day 10:00-12:00            | Thu 10:00-12:00
          PH +1 day 10:00-12:00            | Sat 10:00-12:00
          """)
  void publicHolidaysOfAustria(String hours, String expected) {
    assertThat(week(hours, "2026-04-27")).isEqualTo(list(expected));
  }

  @Test
  void sunTimesFollowTheSun() {
    // Vienna, 21 June 2026: sunrise 4:54, sunset 20:58; 21 December: 7:42 and 16:03.
    assertThat(state("sunrise-sunset", "2026-06-21T05:00")).isEqualTo(OPEN);
    assertThat(state("sunrise-sunset", "2026-06-21T04:45")).isEqualTo(CLOSED);
    assertThat(state("sunrise-sunset", "2026-06-21T20:50")).isEqualTo(OPEN);
    assertThat(state("sunrise-sunset", "2026-12-21T07:30")).isEqualTo(CLOSED);
    assertThat(state("(sunrise+01:00)-(sunset-01:00)", "2026-06-21T05:30")).isEqualTo(CLOSED);
    assertThat(state("sunset-02:00", "2026-06-22T01:00")).isEqualTo(OPEN);
  }

  @Test
  void sunThatDoesNotSetLeavesTheDayUnknown() {
    var tromso = HoursPlace.of(ZoneId.of("Europe/Oslo"), null, 69.65, 18.96);

    assertThat(state("sunrise-sunset", "2026-06-21T12:00", tromso)).isEqualTo(UNKNOWN);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Mo-So 10:00-12:00             | Mo-Su 10:00-12:00
          Di 10:00-12:00                | Tu 10:00-12:00
          Mo-Do 11-15                   | Mo-Th 11:00-15:00
          Mo. 11.30 – 22.00 Uhr         | Mo 11:30-22:00
          geschlossen                   | off
          Mo 10:00-12:00; So Ruhetag    | Mo 10:00-12:00; Su off
          Mo 10:00-22:00 Sa 10:00-14:00 | Mo 10:00-22:00; Sa 10:00-14:00
          Di-Sa, 10:00-23:00            | Tu-Sa 10:00-23:00
          Sa & So 11:00-22:45           | Sa,Su 11:00-22:45
          Mo 4:30pm-2:00am              | Mo 16:30-02:00
          """)
  void misspellingsThatCanMeanOneThingAreRead(String hours, String canonical) {
    var read = OpeningHours.parse(hours);

    assertThat(read.canonical()).isEqualTo(canonical);
    assertThat(read.notes()).extracting(HoursNote::code).contains("hours_respelled");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "8:00 - ..",
        "April - September",
        "winter: Mo-Fr 07:00-18:00; summer: Mo-Fr 07:00-17:00",
        "Mo-Fr 10:00-15:00 / Mittagessen 11:30 -14:00",
        "when the owner is in the mood",
        "Sa, Su PH 11:00-24:00",
        "25:00-99:00",
        "\u0000",
        "((((((((((",
        "Mo-Fr \uD83C\uDF55"
      })
  void whatCannotBeReadIsUnknownAndSaysSo(String hours) {
    var read = OpeningHours.parse(hours);

    assertThat(read.isKnown()).isFalse();
    assertThat(read.notes()).extracting(HoursNote::code).containsExactly("hours_unreadable");
    assertThat(week(hours, PLAIN_WEEK)).containsExactly("Mon 00:00-00:00?");
  }

  @Test
  void absentHoursAreUnknownWithoutANote() {
    assertThat(OpeningHours.parse(null).isKnown()).isFalse();
    assertThat(OpeningHours.parse(" ").notes()).isEmpty();
  }

  @Test
  void valuesBeyondTheLimitAreNotRead() {
    var atLimit = "Mo 10:00-12:00" + " ".repeat(OpeningHours.LENGTH_MAX - 14);

    assertThat(OpeningHours.parse(atLimit).isKnown()).isTrue();
    assertThat(OpeningHours.parse(atLimit + " ").isKnown()).isFalse();
  }

  /// `;` before bare times: by the letter they count every day and replace Monday's.
  @Test
  void bareTimesAfterDaysAreUnknownWhereTheReadingsDiffer() {
    var hours = "Mo 11:00-14:00; 17:00-22:00";

    assertThat(state(hours, "2026-01-12T12:00")).isEqualTo(UNKNOWN);
    assertThat(state(hours, "2026-01-12T18:00")).isEqualTo(OPEN);
    assertThat(state(hours, "2026-01-13T18:00")).isEqualTo(UNKNOWN);
    assertThat(state(hours, "2026-01-13T12:00")).isEqualTo(CLOSED);
    assertThat(OpeningHours.parse(hours).notes())
        .extracting(HoursNote::code)
        .containsExactly("hours_ambiguous");
  }

  @Test
  void aroundTheClockHasNoEnd() {
    var now = Instant.parse("2026-01-14T12:00:00Z");
    var window = HoursFixture.timetable("24/7", HoursFixture.IN_VIENNA, now).around(now);

    assertThat(window.state(now.toEpochMilli())).isEqualTo(OPEN);
    assertThat(window.nextChange(now.toEpochMilli())).isEqualTo(Timetable.Window.NEVER);
  }

  @Test
  void nextOpeningIsFoundMonthsAhead() {
    var now = Instant.parse("2026-01-14T12:00:00Z");
    var window = HoursFixture.timetable("Jul 10:00-12:00", HoursFixture.IN_VIENNA, now).around(now);

    assertThat(Instant.ofEpochMilli(window.nextOpen(now.toEpochMilli())))
        .isEqualTo("2026-07-01T08:00:00Z");
  }

  private static List<String> list(String expected) {
    return expected == null ? List.of() : Arrays.asList(expected.split(", "));
  }
}
