package dev.plaza.dispatch.eta;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.dispatch.eta.Expectation.Remaining;
import dev.plaza.dispatch.job.Arrival;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ExpectationTests {

  private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final Expectation expectation = new Expectation(0.1, 0.2, MINUTE);

  @Test
  void waitsForTheKitchenWhenTheCourierIsThereFirst() {
    var arrival = expectation.fresh(NOW, remaining(5, NOW.plusSeconds(1200), 8));

    assertThat(arrival.at()).isEqualTo(NOW.plusSeconds(1200 + 480 + 120));
  }

  @Test
  void waitsForTheCourierWhenTheFoodIsThereFirst() {
    var arrival = expectation.fresh(NOW, remaining(5, NOW.minusSeconds(60), 8));

    assertThat(arrival.at()).isEqualTo(NOW.plusSeconds(300 + 480 + 120));
  }

  @Test
  void isSurerTheLessIsLeft() {
    var far = expectation.fresh(NOW, remaining(20, NOW, 38));
    var near = expectation.fresh(NOW, new Remaining(null, null, MINUTE, MINUTE));

    assertThat(far.earliest()).isEqualTo(far.at().minusSeconds(360));
    assertThat(far.latest()).isEqualTo(far.at().plusSeconds(720));
    assertThat(near.latest()).isEqualTo(near.at().plus(MINUTE));
    assertThat(near.earliest()).isAfterOrEqualTo(NOW);
  }

  @Test
  void neverPromisesThePast() {
    var now = expectation.fresh(NOW, new Remaining(null, null, Duration.ZERO, Duration.ZERO));

    assertThat(now.earliest()).isEqualTo(NOW);
    assertThat(now.at()).isEqualTo(NOW);
  }

  @Test
  void staysWhereItIsWhileNothingContradictsIt() {
    var before = expectation.fresh(NOW, remaining(10, NOW, 10));
    var seen = expectation.fresh(NOW.plusSeconds(60), remaining(10, NOW, 10));

    var after = expectation.refined(before, seen);

    assertThat(after.at()).isEqualTo(before.at());
    assertThat(after.latest()).isEqualTo(before.latest());
    assertThat(after.earliest()).isEqualTo(seen.earliest()).isAfter(before.earliest());
  }

  @Test
  void movesWhenTheCourierIsTooFarAwayForIt() {
    var before = expectation.fresh(NOW, remaining(10, NOW, 10));
    var later = expectation.fresh(NOW.plusSeconds(900), remaining(10, NOW, 10));

    assertThat(expectation.refined(before, later).at()).isAfter(before.at());
  }

  @Test
  void onlyNarrowsAndNeverGoesToAndFroOnARideThatGoesAsExpected() {
    var random = new Random(4);
    for (int ride = 0; ride < 200; ride++) {
      Arrival said =
          expectation.fresh(NOW, new Remaining(null, null, Duration.ofMinutes(20), MINUTE));
      for (int second = 10; second < 1200; second += 10) {
        double left = 1200 - second + 40 * random.nextGaussian();
        var seen =
            expectation.fresh(
                NOW.plusSeconds(second),
                new Remaining(null, null, Duration.ofSeconds((long) Math.max(0, left)), MINUTE));
        var next = expectation.refined(said, seen);
        if (next.equals(seen)) {
          break; // The noise was large enough to be a fact.
        }
        assertThat(next.earliest()).isAfterOrEqualTo(said.earliest());
        assertThat(next.latest()).isBeforeOrEqualTo(said.latest());
        said = next;
      }
    }
  }

  private static Remaining remaining(int approachMinutes, Instant readyAt, int rideMinutes) {
    return new Remaining(
        Duration.ofMinutes(approachMinutes),
        readyAt,
        Duration.ofMinutes(rideMinutes),
        Duration.ofMinutes(2));
  }
}
