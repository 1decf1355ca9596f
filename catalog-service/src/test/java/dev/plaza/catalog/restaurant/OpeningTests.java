package dev.plaza.catalog.restaurant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.catalog.hours.HoursPlace;
import dev.plaza.catalog.hours.OpeningHours;
import dev.plaza.catalog.hours.Timetable;
import dev.plaza.catalog.restaurant.Opening.Status;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OpeningTests {

  private static final ZoneId VIENNA = ZoneId.of("Europe/Vienna");
  private static final Duration PREP = Duration.ofMinutes(30);

  @Test
  void openUntilTheKitchenWouldNotBeDone() {
    var opening = at("17:30-23:00", "2026-01-14T22:30");

    assertThat(opening.status()).isEqualTo(Status.OPEN);
    assertThat(opening.accepting()).isTrue();
    assertThat(opening.acceptsOrdersUntil()).isEqualTo(local("2026-01-14T22:30"));
    assertThat(opening.nextChangeAt()).isEqualTo(local("2026-01-14T23:00"));
    assertThat(opening.nextOpenAt()).isNull();
  }

  @Test
  void openButTooLateToCookSaysWhenNext() {
    var opening = at("17:30-23:00", "2026-01-14T22:37");

    assertThat(opening.status()).isEqualTo(Status.OPEN);
    assertThat(opening.accepting()).isFalse();
    assertThat(opening.reason()).isEqualTo("closes_too_soon");
    assertThat(opening.nextOpenAt()).isEqualTo(local("2026-01-15T17:30"));
  }

  @Test
  void aroundTheClockHasNoLastOrder() {
    var opening = at("24/7", "2026-01-14T23:59");

    assertThat(opening.accepting()).isTrue();
    assertThat(opening.acceptsOrdersUntil()).isNull();
    assertThat(opening.nextChangeAt()).isNull();
  }

  /// H14: closed until 12 November, opens on Wednesday the 13th at 12:10.
  @Test
  void closureOfWeeksNamesTheDayItEnds() {
    var hours = "Mo-Su 18:45-23:00; We 12:10-15:00,18:45-23:00; 2024 Nov 1-12 off";

    var opening = at(hours, "2024-11-04T19:00");

    assertThat(opening.status()).isEqualTo(Status.CLOSED);
    assertThat(opening.reason()).isEqualTo("outside_hours");
    assertThat(opening.nextOpenAt()).isEqualTo(local("2024-11-13T12:10"));
    assertThat(at(hours, "2024-11-13T12:10").accepting()).isTrue();
  }

  /// H15: what counts is the time the order is for.
  @Test
  void closedNowMayTakeTheOrderOfTheEvening() {
    assertThat(at("Mo-Su 18:00-23:00", "2026-01-14T15:00").status()).isEqualTo(Status.CLOSED);
    assertThat(at("Mo-Su 18:00-23:00", "2026-01-14T18:30").accepting()).isTrue();
  }

  @Test
  void pauseIsNotClosedAndEndsBeforeOrAfterTheShift() {
    var within = at("11:00-23:00", "2026-01-14T12:00", "2026-01-14T12:45");
    assertThat(within.status()).isEqualTo(Status.PAUSED);
    assertThat(within.nextChangeAt()).isEqualTo(local("2026-01-14T12:45"));
    assertThat(within.nextOpenAt()).isEqualTo(local("2026-01-14T12:45"));

    var beyond = at("11:00-23:00", "2026-01-14T22:00", "2026-01-15T12:00");
    assertThat(beyond.nextChangeAt()).isEqualTo(local("2026-01-14T23:00"));
    assertThat(beyond.nextOpenAt()).isEqualTo(local("2026-01-15T12:00"));
  }

  @Test
  void pauseOutsideHoursIsClosed() {
    assertThat(at("11:00-23:00", "2026-01-14T09:00", "2026-01-14T12:00").status())
        .isEqualTo(Status.CLOSED);
    assertThat(at("11:00-23:00", "2026-01-14T09:00", "2026-01-14T12:00").nextOpenAt())
        .isEqualTo(local("2026-01-14T12:00"));
  }

  @Test
  void pauseThatIsOverDoesNotCount() {
    assertThat(at("11:00-23:00", "2026-01-14T12:00", "2026-01-14T12:00").accepting()).isTrue();
  }

  @Test
  void shiftTooShortToCookIsSkipped() {
    assertThat(at("09:00-09:20,12:00-14:00", "2026-01-14T08:00").nextOpenAt())
        .isEqualTo(local("2026-01-14T12:00"));
  }

  @Test
  void unreadableHoursAreUnknownAndNotAccepting() {
    var opening = at("nobody knows", "2026-01-14T12:00");

    assertThat(opening.status()).isEqualTo(Status.UNKNOWN);
    assertThat(opening.accepting()).isFalse();
    assertThat(opening.reason()).isEqualTo("hours_unknown");
    assertThat(opening.nextOpenAt()).isNull();
  }

  @Test
  void uncertainHoursStillNameTheNextSureOpening() {
    var opening = at("Mo-Fr 11:00-14:00,17:00+", "2026-01-14T18:00");

    assertThat(opening.status()).isEqualTo(Status.UNKNOWN);
    assertThat(opening.reason()).isEqualTo("hours_uncertain");
    assertThat(opening.nextOpenAt()).isEqualTo(local("2026-01-15T11:00"));
  }

  private static Opening at(String hours, String time) {
    return at(hours, time, null);
  }

  private static Opening at(String hours, String time, @Nullable String pausedUntil) {
    var moment = local(time);
    var timetable =
        new Timetable(
            OpeningHours.parse(hours),
            HoursPlace.of(VIENNA, "AT", 48.2, 16.4),
            Clock.fixed(moment, ZoneOffset.UTC));
    return Opening.at(moment, timetable, pausedUntil == null ? null : local(pausedUntil), PREP);
  }

  private static Instant local(String time) {
    return LocalDateTime.parse(time).atZone(VIENNA).toInstant();
  }
}
