package dev.plaza.ratelimit;

import static dev.plaza.ratelimit.Gateways.by;
import static dev.plaza.ratelimit.Gateways.pass;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.plaza.ratelimit.Decision.Outcome;
import dev.plaza.ratelimit.header.RateLimitHeaders;
import dev.plaza.ratelimit.policy.Policy;
import dev.plaza.ratelimit.redis.TestRedis;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Token buckets that other systems got wrong, on a real Redis. The numbers are those of the cases.
class BucketCasesIT {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration HOUR = Duration.ofHours(1);
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

  private static Policy policy(long rate, Duration per, long burst) {
    return Policy.named("p").rate(rate, per).burst(burst).build();
  }

  /// R02: 100 requests just before the second turns and 100 just after.
  @Test
  void admitsNoSecondBurstWhenTheSecondTurns() {
    try (var gateways = Gateways.of(redis, 2, policy(100, SECOND, 100))) {
      gateways.admitted(0, by("warm"));
      Awaitility.await()
          .pollInterval(Duration.ofMillis(2))
          .until(() -> redisMicros() % 1_000_000 > 930_000);
      var began = System.nanoTime();
      var before = gateways.admitted(120, by("a"));
      Awaitility.await()
          .pollInterval(Duration.ofMillis(2))
          .until(() -> redisMicros() % 1_000_000 < 900_000);
      var after = gateways.admitted(120, by("a"));

      var seconds = (System.nanoTime() - began) / 1e9;
      assertThat(before + after).isLessThanOrEqualTo((int) (100 + 100 * seconds) + 1);
      assertThat(before).isGreaterThanOrEqualTo(100);
    }
  }

  private static long redisMicros() {
    var time = redis.commands().time();
    return Long.parseLong(time.get(0)) * 1_000_000 + Long.parseLong(time.get(1));
  }

  /// R03: the first second is a second like any other.
  @Test
  void admitsNoMoreInTheFirstSecond() {
    try (var gateways = Gateways.of(redis, 2, policy(10, SECOND, 10))) {
      var began = System.nanoTime();
      var admitted = gateways.admitted(200, by("a"));

      var seconds = (System.nanoTime() - began) / 1e9;
      assertThat(admitted).isBetween(10, (int) (10 + 10 * seconds) + 1);
    }
  }

  /// R05: refused requests do not put the next one off.
  @Test
  void admitsEveryOtherRequestThatComesSlightlyTooFast() {
    try (var gateways = Gateways.of(redis, 1, policy(10, SECOND, 10))) {
      assertThat(gateways.admitted(10, by("a"))).isEqualTo(10);
      var admitted = 0;
      for (var i = 0; i < 20; i++) {
        pass(Duration.ofMillis(60));
        admitted += gateways.admitted(1, by("a"));
      }
      assertThat(admitted).isGreaterThanOrEqualTo(8);
    }
  }

  /// R17, R18, R19: who waits as long as told succeeds, a thousand times of a thousand.
  @Test
  void admitsWhoeverWaitedAsLongAsToldTo() {
    var headers = new RateLimitHeaders(Clock.systemUTC());
    try (var gateways = Gateways.of(redis, 2, policy(60, Duration.ofMinutes(1), 1))) {
      var waits = new ArrayList<Long>();
      for (var i = 0; i < 1000; i++) {
        assertThat(gateways.any(i).await(by("u" + i)).admitted()).isTrue();
        var denied = gateways.any(i).await(by("u" + i));
        assertThat(denied.outcome()).isEqualTo(Outcome.DENIED);
        waits.add(Long.parseLong(headers.of(denied).get("Retry-After")));
      }
      assertThat(waits).allMatch(it -> it == 1);
      pass(SECOND);
      for (var i = 0; i < 1000; i++) {
        assertThat(gateways.any(i).await(by("u" + i)).admitted()).isTrue();
      }
    }
  }

  @Test
  void tellsTheWaitExactlyAndRoundsUp() {
    try (var gateways = Gateways.of(redis, 1, policy(2, Duration.ofSeconds(3), 2))) {
      // R47: two per three seconds are two, whatever an average says.
      assertThat(gateways.admitted(10, by("a"))).isEqualTo(2);
      var wait = gateways.decide(by("a")).retryAfter();
      assertThat(wait).isNotNull();
      assertThat(wait.toMillis()).isBetween(1_000L, 1_500L);
      pass(wait);
      assertThat(gateways.decide(by("a")).admitted()).isTrue();
    }
  }

  /// R21: the numbers of redis-cell's README: `user123 15 30 60`.
  @Test
  void answersTheVectorsOfRedisCell() {
    try (var gateways = Gateways.of(redis, 1, policy(30, Duration.ofMinutes(1), 16))) {
      var decision = gateways.decide(by("user123"));

      var standing = decision.tightest();
      assertThat(decision.admitted()).isTrue();
      assertThat(standing).isNotNull();
      assertThat(standing.limit()).isEqualTo(16);
      assertThat(standing.remaining()).isEqualTo(15);
      assertThat(decision.retryAfter()).isNull();
      assertThat(new RateLimitHeaders(Clock.systemUTC()).of(decision).get("RateLimit"))
          .isEqualTo("\"p\";r=15;t=2");
    }
  }

  /// R22, R38: the 1,001st is refused, and nothing is ever said to be left beyond the limit.
  @Test
  void refusesTheOneAfterTheBurst() {
    try (var gateways = Gateways.of(redis, 1, policy(1000, HOUR, 1000))) {
      var last = 1001L;
      for (var i = 0; i < 1000; i++) {
        var standing = gateways.decide(by("a")).tightest();
        assertThat(standing).isNotNull();
        assertThat(standing.violated()).isFalse();
        // R34: and it only goes down while nothing is refilled.
        assertThat(standing.remaining()).isBetween(0L, 1000L).isLessThan(last);
        last = standing.remaining();
      }
      assertThat(last).isZero();
      assertThat(gateways.decide(by("a")).outcome()).isEqualTo(Outcome.DENIED);
    }
  }

  /// R23: a cost that never fits is told apart, and takes nothing.
  @Test
  void refusesForEverWhatCostsMoreThanTheBurst() {
    try (var gateways = Gateways.of(redis, 1, policy(300, HOUR, 300))) {
      var request = Request.to("GET", "/r").user("a").units(301).build();
      var decision = gateways.decide(request);

      assertThat(decision.outcome()).isEqualTo(Outcome.TOO_COSTLY);
      assertThat(decision.retryAfter()).isNull();
      var peek = gateways.decide(Request.to("GET", "/r").user("a").units(0).build());
      assertThat(peek.standings().getFirst().remaining()).isEqualTo(300);
      assertThat(redis.commands().keys("rl:{*")).isEmpty();
    }
  }

  /// R25: a refused request takes nothing.
  @Test
  void takesNothingForARefusedRequest() {
    try (var gateways = Gateways.of(redis, 1, policy(10, HOUR, 10))) {
      assertThat(gateways.admitted(8, by("a"))).isEqualTo(8);
      var five = Request.to("GET", "/r").user("a").units(5).build();
      assertThat(gateways.decide(five).outcome()).isEqualTo(Outcome.DENIED);

      var one = gateways.decide(by("a"));
      assertThat(one.admitted()).isTrue();
      assertThat(one.standings().getFirst().remaining()).isEqualTo(1);
    }
  }

  /// R26: what is decided here and what is decided at Redis agree on the last token.
  @Test
  void admitsExactlyTheLimitWhateverIsLeased() {
    var policies = new ArrayList<Policy>();
    for (var limit : List.of(1, 2, 3, 5, 17, 40, 99, 333)) {
      policies.add(
          Policy.named("p" + limit)
              .match(dev.plaza.ratelimit.policy.Match.route("/" + limit))
              .rate(limit, HOUR)
              .burst(limit)
              .build());
    }
    try (var gateways = Gateways.of(redis, 1, policies.toArray(new Policy[0]))) {
      for (var limit : List.of(1, 2, 3, 5, 17, 40, 99, 333)) {
        var request = Request.to("GET", "/" + limit).user("a").build();
        assertThat(gateways.admitted(limit + 20, request)).isEqualTo(limit);
      }
    }
  }

  /// R37, R51: refills under load, and many threads get what the rate promises.
  @Test
  void refillsWhileItIsHammered() {
    try (var gateways = Gateways.of(redis, 2, policy(1000, SECOND, 1000))) {
      gateways.admittedAtOnce(1000, _ -> by("a"));
      var began = System.nanoTime();
      var admitted = 0;
      while (System.nanoTime() - began < 3_000_000_000L) {
        admitted += gateways.admitted(20, by("a"));
      }
      var seconds = (System.nanoTime() - began) / 1e9;

      assertThat((double) admitted).isLessThanOrEqualTo(1000 * seconds + 1000);
      assertThat(admitted / (1000 * seconds)).isGreaterThanOrEqualTo(0.9);
    }
  }

  /// R43, R44, R45, R58: many at once get exactly what there is.
  @Test
  void givesManyAtOnceExactlyWhatThereIs() {
    try (var gateways = Gateways.of(redis, 1, policy(400, HOUR, 400))) {
      assertThat(gateways.admittedAtOnce(400, _ -> by("all"))).isEqualTo(400);
      assertThat(gateways.admittedAtOnce(900, _ -> by("too many"))).isEqualTo(400);
    }
    try (var gateways = Gateways.of(redis, 1, policy(3, Duration.ofSeconds(100), 3))) {
      assertThat(gateways.admittedAtOnce(30, _ -> by("thirty"))).isEqualTo(3);
    }
  }

  /// R35: nodes that do not own a key say no as well as the one that does.
  @Test
  void isOneLimitForAllNodes() {
    try (var gateways = Gateways.of(redis, 4, policy(1, HOUR, 1))) {
      assertThat(gateways.admitted(30, by("a"))).isEqualTo(1);
      assertThat(gateways.admittedAtOnce(30, _ -> by("b"))).isEqualTo(1);
    }
    try (var gateways = Gateways.of(redis, 4, policy(100, HOUR, 100))) {
      assertThat(gateways.admitted(400, by("c")))
          .isCloseTo(100, within(12))
          .isLessThanOrEqualTo(100);
    }
  }

  /// R49: tokens given back count once, and never make a bucket fuller than full.
  @Test
  void takesARefundOnce() {
    try (var gateways = Gateways.of(redis, 1, policy(10, HOUR, 10))) {
      var limiter = gateways.get(0);
      assertThat(gateways.admitted(9, by("a"))).isEqualTo(9);
      var decision = limiter.await(by("a"));
      for (var i = 0; i < 5; i++) {
        limiter.refund(by("a"), decision);
      }
      Awaitility.await().until(() -> limiter.stats().givenBack() == 1);
      Awaitility.await()
          .pollInterval(Duration.ofMillis(300))
          .until(() -> gateways.admitted(5, by("a")) == 1);
      assertThat(gateways.admitted(5, by("a"))).isZero();
    }
  }
}
