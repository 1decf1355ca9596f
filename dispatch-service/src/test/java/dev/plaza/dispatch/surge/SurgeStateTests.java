package dev.plaza.dispatch.surge;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SurgeStateTests {

  private static final Duration ANY = Duration.ofMinutes(10);
  private static final SurgeProperties RULES = new SurgeProperties(ANY, 1, 3, 2, 4, 5, 20, ANY);

  @Test
  void asksForNothingWhileDemandIsSmall() {
    assertThat(SurgeState.asked(2, 0, RULES)).isZero();
    assertThat(SurgeState.asked(3, 0, RULES)).isEqualTo(3);
    assertThat(SurgeState.asked(3, 4, RULES)).isZero();
    assertThat(SurgeState.asked(1_000, 1, RULES)).isEqualTo(5);
  }

  @Test
  void risesOneStepAfterEnoughLooks() {
    var state = SurgeState.NONE.next(10, 1, RULES);
    assertThat(state.level()).isZero();
    state = state.next(10, 1, RULES);
    assertThat(state).isEqualTo(new SurgeState(1, 0, 0));
  }

  @Test
  void fallsMoreSlowlyThanItRises() {
    var state = new SurgeState(3, 0, 0);
    for (int look = 1; look < 4; look++) {
      state = state.next(0, 5, RULES);
      assertThat(state.level()).isEqualTo(3);
    }
    assertThat(state.next(0, 5, RULES).level()).isEqualTo(2);
  }

  @Test
  void forgetsAnOddMoment() {
    var state = SurgeState.NONE.next(10, 1, RULES).next(0, 5, RULES).next(10, 1, RULES);

    assertThat(state.level()).isZero();
  }

  @Test
  void neverLeavesItsBoundsNorJumps() {
    var random = new Random(5);
    var state = SurgeState.NONE;
    for (int i = 0; i < 10_000; i++) {
      var next = state.next(random.nextInt(50), random.nextInt(10), RULES);
      assertThat(next.level()).isBetween(0, 5);
      assertThat(Math.abs(next.level() - state.level())).isLessThanOrEqualTo(1);
      state = next;
    }
  }

  @Test
  void multipliesTheFeeAtMostByTwo() {
    var dear = new SurgeProperties(ANY, 1, 3, 2, 4, 5, 40, ANY);

    assertThat(RULES.percent(0)).isEqualTo(100);
    assertThat(RULES.percent(5)).isEqualTo(200);
    assertThat(dear.percent(5)).isEqualTo(200);
  }
}
