package dev.plaza.ratelimit.authority;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.ratelimit.policy.Rate;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// What nodes may hold unspent never adds to a full bucket, and takes nothing from a burst.
class ReserveTests {

  private static final long SECOND = 1_000_000;

  /// The beginning of an interval of a life of one second.
  private static final long START = 1_800_000_000L * SECOND;

  private final MemoryAuthority authority = new MemoryAuthority(() -> 0);

  private static Pace pace(long perSecond, long burst, Reserve reserve) {
    return Pace.of(Rate.of(perSecond, Duration.ofSeconds(1)), burst, 1, reserve);
  }

  private Reply.Line ask(Pace pace, long tokens, long now) {
    var group = List.of(Demand.of("k", 0, pace, tokens, tokens));
    return authority.decide(group, now).lines().getFirst();
  }

  @Test
  void aFullBucketGivesAllItHas() {
    var pace = pace(10, 20, new Reserve(SECOND, 4, 5_000));

    for (var i = 0; i < 20; i++) {
      var line = ask(pace, 1, START + i);
      assertThat(line.verdict()).isEqualTo(Verdict.GRANTED);
      assertThat(line.remaining()).isEqualTo(19 - i);
    }
    assertThat(ask(pace, 1, START + 20).verdict()).isEqualTo(Verdict.SHORT);
  }

  /// All tokens are held until the end of their life, while the bucket would be full again.
  @Test
  void nothingRefillsInTheirPlaceUntilTheyAreDead() {
    var pace = pace(1000, 1000, new Reserve(SECOND, 1000, 0));
    ask(pace, 1000, START);

    // Granted in the first interval, they count until the end of the second, and nothing has
    // gathered behind the drop.
    var dead = START + 2 * SECOND;
    assertThat(ask(pace, 0, dead - 1).remaining()).isZero();
    assertThat(ask(pace, 0, dead + 1).remaining()).isZero();
    assertThat(ask(pace, 0, dead + SECOND / 2).remaining()).isEqualTo(500);
    assertThat(ask(pace, 0, dead + SECOND).remaining()).isEqualTo(1000);
  }

  /// Each of two intervals has a drop of its own, and nobody looked at the first.
  @Test
  void eachIntervalHoldsItsPartBack() {
    var pace = pace(1000, 1000, new Reserve(SECOND, 1000, 0));
    ask(pace, 400, START);
    ask(pace, 300, START + SECOND);

    // At 2 s the first 400 go, level 300; at 3 s the other 300, level 700.
    assertThat(ask(pace, 0, START + 2 * SECOND).remaining()).isEqualTo(300);
    assertThat(ask(pace, 0, START + 2 * SECOND + 100_000).remaining()).isEqualTo(400);
    assertThat(ask(pace, 0, START + 3 * SECOND).remaining()).isEqualTo(700);
    assertThat(ask(pace, 0, START + 3 * SECOND + 100_000).remaining()).isEqualTo(800);
  }

  /// Beyond the reserve only what lives briefly is held.
  @Test
  void theReserveIsTheMostThatIsHeldBackForLong() {
    var pace = pace(1000, 1000, new Reserve(2 * SECOND, 200, 5_000));
    ask(pace, 1000, START);

    assertThat(ask(pace, 0, START + 10_000).remaining()).isZero();
    assertThat(ask(pace, 0, START + 510_000).remaining()).isEqualTo(500);
    assertThat(ask(pace, 0, START + 2 * SECOND).remaining()).isEqualTo(800);
    assertThat(ask(pace, 0, START + 4 * SECOND + 100_000).remaining()).isEqualTo(900);
  }

  /// Whoever waits as long as told is served, and nobody a microsecond earlier.
  @Test
  void theWaitIsToldToTheMicrosecond() {
    var random = new Random(5);
    for (var i = 0; i < 2_000; i++) {
      var burst = 1 + random.nextInt(40);
      var life = 1 + random.nextInt(300_000);
      var reserve =
          random.nextBoolean()
              ? new Reserve(life, burst, 0)
              : new Reserve(life, burst / 5, 1 + random.nextInt(life));
      var pace = pace(1 + random.nextInt(200), burst, reserve);
      var now = START + i * 100 * SECOND;
      for (var j = 0; j < 4; j++) {
        ask(pace, random.nextInt(burst + 1), now += random.nextInt(100_000));
      }
      var need = 1 + random.nextInt(burst);
      var line = ask(pace, need, now);
      if (line.verdict() == Verdict.SHORT) {
        assertThat(ask(pace, need, now + line.retryMicros() - 1).verdict())
            .isEqualTo(Verdict.SHORT);
        assertThat(ask(pace, need, now + line.retryMicros()).verdict())
            .as("%s, need %d", pace, need)
            .isEqualTo(Verdict.GRANTED);
      }
      authority.flush();
    }
  }

  private record Grant(long at, long tokens) {}

  /// level + outstanding <= B at any time, for what is really outstanding if nothing is spent.
  @Test
  void whatIsLeftAndWhatMayBeHeldAreNeverMoreThanTheBurst() {
    for (var seed = 0; seed < 300; seed++) {
      var random = new Random(seed);
      var life = 1_000 + random.nextInt(500_000);
      var burst = 1 + random.nextInt(200);
      var pace = pace(1 + random.nextInt(500), burst, new Reserve(life, burst, 0));
      var grants = new ArrayDeque<Grant>();
      var key = new MemoryAuthority(() -> 0);
      var now = START;
      for (var i = 0; i < 200; i++) {
        now += random.nextInt(random.nextInt(10) == 0 ? 3 * life : life / 4);
        var wanted = random.nextInt(3) == 0 ? 0 : random.nextInt(burst + 1);
        var group = List.of(Demand.of("k", 0, pace, 0, wanted));
        var line = key.decide(group, now).lines().getFirst();
        grants.add(new Grant(now, line.granted()));
        while (grants.getFirst().at() + life < now) {
          grants.removeFirst();
        }
        var held = grants.stream().mapToLong(Grant::tokens).sum();
        assertThat(held + line.remaining())
            .as("seed %d, step %d", seed, i)
            .isLessThanOrEqualTo(burst);
      }
    }
  }
}
