package dev.plaza.order.restaurant;

import static dev.plaza.order.restaurant.Opening.Status.CLOSED;
import static dev.plaza.order.restaurant.Opening.Status.OPEN;
import static dev.plaza.order.restaurant.Opening.Status.PAUSED;
import static dev.plaza.order.restaurant.Opening.Status.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class OpenHoursTests {

  private static final Duration LEAD = Duration.ofMinutes(30);
  private static final Instant HORIZON = at("2026-11-20T00:00");

  private final OpenHours evenings =
      hours(
          shift("2026-11-10T17:30", "2026-11-10T23:00"),
          shift("2026-11-11T17:30", "2026-11-12T02:00"));

  @Test
  void takesNoOrderThatCannotBeCookedBeforeItCloses() {
    var last = evenings.at(at("2026-11-10T22:30"), null, LEAD);
    var late = evenings.at(at("2026-11-10T22:37"), null, LEAD);

    assertThat(last.accepting()).isTrue();
    assertThat(last.acceptsOrdersUntil()).isEqualTo(at("2026-11-10T22:30"));
    assertThat(late.status()).isEqualTo(OPEN);
    assertThat(late.accepting()).isFalse();
    assertThat(late.nextOpenAt()).isEqualTo(at("2026-11-11T17:30"));
  }

  @Test
  void aShiftOverMidnightEndsWithItself() {
    var night = evenings.at(at("2026-11-12T01:15"), null, LEAD);

    assertThat(night.accepting()).isTrue();
    assertThat(night.acceptsOrdersUntil()).isEqualTo(at("2026-11-12T01:30"));
    assertThat(evenings.at(at("2026-11-12T02:00"), null, LEAD).status()).isEqualTo(CLOSED);
  }

  @Test
  void roundTheClockHasNoLastOrder() {
    var always =
        hours(
            shift("2026-11-10T00:00", "2026-11-11T00:00"),
            shift("2026-11-11T00:00", "2026-11-20T00:00"));

    var opening = always.at(at("2026-11-10T23:30"), null, Duration.ofMinutes(90));

    assertThat(opening.accepting()).isTrue();
    assertThat(opening.acceptsOrdersUntil()).isNull();
  }

  @Test
  void saysWhenItOpensNextAndWhy() {
    var closed = evenings.at(at("2026-11-10T12:10"), null, LEAD);

    assertThat(closed.status()).isEqualTo(CLOSED);
    assertThat(closed.accepting()).isFalse();
    assertThat(closed.reason()).isNotBlank();
    assertThat(closed.nextOpenAt()).isEqualTo(at("2026-11-10T17:30"));
    assertThat(evenings.at(at("2026-11-12T03:00"), null, LEAD).nextOpenAt()).isNull();
  }

  @Test
  void aPauseLastsUntilItsEndThoughTheDoorIsOpen() {
    var paused = evenings.at(at("2026-11-10T18:00"), at("2026-11-10T18:30"), LEAD);
    var pausedTillClose = evenings.at(at("2026-11-10T22:00"), at("2026-11-10T22:45"), LEAD);
    var over = evenings.at(at("2026-11-10T18:30"), at("2026-11-10T18:30"), LEAD);

    assertThat(paused.status()).isEqualTo(PAUSED);
    assertThat(paused.accepting()).isFalse();
    assertThat(paused.nextOpenAt()).isEqualTo(at("2026-11-10T18:30"));
    assertThat(pausedTillClose.nextOpenAt()).isEqualTo(at("2026-11-11T17:30"));
    assertThat(over.accepting()).isTrue();
  }

  @Test
  void aPauseWhileClosedDelaysTheNextOpening() {
    var closed = evenings.at(at("2026-11-10T12:00"), at("2026-11-10T19:00"), LEAD);

    assertThat(closed.status()).isEqualTo(CLOSED);
    assertThat(closed.nextOpenAt()).isEqualTo(at("2026-11-10T19:00"));
  }

  @Test
  void whatIsNotKnownIsNeverOpen() {
    var never = new OpenHours(List.of(shift("2026-11-10T00:00", "2026-11-11T00:00")), null);

    assertThat(never.at(at("2026-11-10T12:00"), null, LEAD).status()).isEqualTo(UNKNOWN);
    assertThat(evenings.at(HORIZON, null, LEAD).status()).isEqualTo(UNKNOWN);
    assertThat(evenings.at(HORIZON, null, LEAD).accepting()).isFalse();
  }

  @Test
  void opensOnTheSecondAndClosesOnTheSecond() {
    assertThat(evenings.at(at("2026-11-10T17:30"), null, LEAD).status()).isEqualTo(OPEN);
    assertThat(evenings.at(at("2026-11-10T17:30").minusNanos(1), null, LEAD).status())
        .isEqualTo(CLOSED);
    assertThat(evenings.at(at("2026-11-10T23:00"), null, LEAD).status()).isEqualTo(CLOSED);
  }

  private static OpenHours hours(OpenHours.Shift... shifts) {
    return new OpenHours(List.of(shifts), HORIZON);
  }

  private static OpenHours.Shift shift(String from, String to) {
    return new OpenHours.Shift(at(from), at(to));
  }

  private static Instant at(String minute) {
    return Instant.parse(minute + ":00Z");
  }
}
