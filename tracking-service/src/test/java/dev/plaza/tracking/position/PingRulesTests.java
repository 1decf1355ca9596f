package dev.plaza.tracking.position;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.tracking.position.PingRules.Outcome;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PingRulesTests {

  private static final Instant NOW = Instant.parse("2026-03-14T12:00:00Z");

  private final PingRules rules = new PingRules(Duration.ofSeconds(30), Duration.ofHours(24));

  @ParameterizedTest
  @CsvSource({"90,180", "-90,-180", "0,0", "48.2,16.4"})
  void acceptsTheWholeEarth(double lat, double lon) {
    assertThat(check(new Ping(lat, lon, 0.0, 0.0, 359.9, NOW)))
        .isInstanceOf(Outcome.Accepted.class);
  }

  @ParameterizedTest
  @CsvSource({
    "90.0000001,0",
    "-90.0000001,0",
    "0,180.0000001",
    "0,-180.0000001",
    "NaN,0",
    "0,NaN",
    "Infinity,0",
    "0,-Infinity"
  })
  void refusesWhatIsNotOnIt(double lat, double lon) {
    assertThat(refusal(new Ping(lat, lon, null, null, null, NOW))).isEqualTo("out_of_range");
  }

  @ParameterizedTest
  @CsvSource({"-1,0,0", "NaN,0,0", "0,-0.1,0", "0,NaN,0", "0,1001,0", "0,0,-1", "0,0,360.1"})
  void refusesMeasuresThatCannotBe(double accuracy, double speed, double bearing) {
    assertThat(refusal(new Ping(48.0, 16.0, accuracy, speed, bearing, NOW)))
        .isEqualTo("out_of_range");
  }

  @Test
  void acceptsTheEdgesOfTimeAndNothingBeyond() {
    Instant ahead = NOW.plusSeconds(30);
    Instant back = NOW.minus(Duration.ofHours(24));

    assertThat(check(at(ahead))).isInstanceOf(Outcome.Accepted.class);
    assertThat(check(at(back))).isInstanceOf(Outcome.Accepted.class);
    assertThat(refusal(at(ahead.plusMillis(1)))).isEqualTo("in_future");
    assertThat(refusal(at(back.minusMillis(1)))).isEqualTo("too_old");
    assertThat(refusal(at(Instant.MAX))).isEqualTo("in_future");
    assertThat(refusal(at(Instant.MIN))).isEqualTo("too_old");
  }

  @Test
  void refusesWhatIsIncomplete() {
    assertThat(refusal(null)).isEqualTo("incomplete");
    assertThat(refusal(new Ping(null, 16.0, null, null, null, NOW))).isEqualTo("incomplete");
    assertThat(refusal(new Ping(48.0, null, null, null, null, NOW))).isEqualTo("incomplete");
    assertThat(refusal(new Ping(48.0, 16.0, null, null, null, null))).isEqualTo("incomplete");
  }

  @Test
  void keepsWholeMillisecondsAndCallsNorthZero() {
    Instant fine = NOW.minusNanos(1);

    var outcome = (Outcome.Accepted) check(new Ping(48.0, 16.0, null, null, 360.0, fine));

    assertThat(outcome.fix().ts()).isEqualTo(Instant.parse("2026-03-14T11:59:59.999Z"));
    assertThat(outcome.fix().bearingDeg()).isZero();
  }

  private static Ping at(Instant ts) {
    return new Ping(48.0, 16.0, null, null, null, ts);
  }

  private Outcome check(@Nullable Ping ping) {
    return rules.check("bob", ping, NOW);
  }

  private String refusal(@Nullable Ping ping) {
    return ((Outcome.Refused) check(ping)).code();
  }
}
