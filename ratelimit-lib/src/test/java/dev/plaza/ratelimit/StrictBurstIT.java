package dev.plaza.ratelimit;

import static dev.plaza.ratelimit.Gateways.by;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.ratelimit.Decision.Outcome;
import dev.plaza.ratelimit.policy.Policy;
import dev.plaza.ratelimit.redis.TestRedis;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A strict policy admits the burst it names, no more and no less, on a real Redis.
class StrictBurstIT {

  static TestRedis redis;

  @BeforeAll
  static void start() {
    redis = TestRedis.start();
  }

  @AfterAll
  static void stop() {
    redis.close();
  }

  @BeforeEach
  void empty() {
    redis.commands().flushall();
  }

  private static Policy strict(long rate, Duration per, long burst) {
    return Policy.named("p").rate(rate, per).burst(burst).strict().build();
  }

  @ParameterizedTest
  @CsvSource({
    "1, 3600, 1, 1", "1, 3600, 2, 1", "1, 3600, 5, 1", "1, 3600, 20, 1", "1, 3600, 1000, 1",
    "1, 3600, 1, 4", "1, 3600, 2, 2", "1, 3600, 5, 4", "1, 3600, 20, 2", "1, 3600, 20, 4",
    "1, 3600, 1000, 2", "1, 3600, 1000, 4", "7, 600, 7, 1", "7, 600, 7, 4"
  })
  void admitsTheWholeBurstAndThenNothing(long rate, long perSeconds, int burst, int nodes) {
    var policy = strict(rate, Duration.ofSeconds(perSeconds), burst);
    try (var gateways = Gateways.of(redis, nodes, policy)) {
      for (var i = 0; i < burst; i++) {
        var decision = gateways.any(i).await(by("a"));
        assertThat(decision.admitted()).as("request %d", i).isTrue();
        assertThat(decision.standings().getFirst().limit()).isEqualTo(burst);
        assertThat(decision.standings().getFirst().remaining()).isEqualTo(burst - 1 - i);
      }
      for (var i = 0; i < nodes; i++) {
        assertThat(gateways.get(i).await(by("a")).outcome()).isEqualTo(Outcome.DENIED);
      }
    }
  }

  /// Nodes that hold some in advance: each of them has to be asked for the last.
  @ParameterizedTest
  @CsvSource({"1000, 1000, 1", "100, 1000, 1", "100, 1000, 4", "10, 100, 2"})
  void admitsTheWholeBurstOfAFastRate(long perSecond, int burst, int nodes) {
    var policy = strict(perSecond, Duration.ofSeconds(1), burst);
    try (var gateways = Gateways.of(redis, nodes, policy)) {
      var began = System.nanoTime();
      var admitted = gateways.admitted(3 * burst, by("a"));

      var seconds = (System.nanoTime() - began) / 1e9;
      assertThat(admitted).isBetween(burst, (int) (burst + perSecond * seconds) + 1);
    }
  }

  /// All wait at the same time, and nobody is sent on alone for having waited too often.
  @ParameterizedTest
  @CsvSource({"1", "4"})
  void admitsTheWholeBurstAtOnce(int nodes) {
    try (var gateways = Gateways.of(redis, nodes, strict(1, Duration.ofHours(1), 100))) {
      for (var user : List.of("a", "b", "c")) {
        assertThat(gateways.admittedAtOnce(250, _ -> by(user))).isEqualTo(100);
      }
      for (var i = 0; i < nodes; i++) {
        assertThat(gateways.get(i).stats().aloneAdmitted()).isZero();
      }
    }
  }

  /// 7 of 10 s come one by one, and not a moment before.
  @Test
  void refillsAtItsRate() {
    try (var gateways = Gateways.of(redis, 2, strict(7, Duration.ofSeconds(10), 7))) {
      var began = System.nanoTime();
      assertThat(gateways.admitted(7, by("a"))).isEqualTo(7);
      var denied = gateways.decide(by("a"));
      assertThat(denied.outcome()).isEqualTo(Outcome.DENIED);
      assertThat(denied.retryAfter()).isNotNull();
      Gateways.pass(denied.retryAfter());

      assertThat(gateways.decide(by("a")).admitted()).isTrue();
      assertThat((System.nanoTime() - began) / 1e9).isGreaterThan(10.0 / 7);
      assertThat(gateways.decide(by("a")).admitted()).isFalse();
    }
  }

  /// Nothing but what is more than the burst costs too much for ever.
  @Test
  void admitsTheWholeBurstInOneRequest() {
    try (var gateways = Gateways.of(redis, 1, strict(1, Duration.ofHours(1), 20))) {
      var all = Request.to("GET", "/r").user("a");
      assertThat(gateways.decide(all.units(21).build()).outcome()).isEqualTo(Outcome.TOO_COSTLY);
      assertThat(gateways.decide(all.units(20).build()).admitted()).isTrue();
      assertThat(gateways.decide(all.units(20).build()).outcome()).isEqualTo(Outcome.DENIED);
    }
  }
}
