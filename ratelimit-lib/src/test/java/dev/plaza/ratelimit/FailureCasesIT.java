package dev.plaza.ratelimit;

import static dev.plaza.ratelimit.Gateways.by;
import static dev.plaza.ratelimit.Gateways.pass;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.ratelimit.Decision.Outcome;
import dev.plaza.ratelimit.header.RateLimitHeaders;
import dev.plaza.ratelimit.header.Refusal;
import dev.plaza.ratelimit.policy.OnStoreFailure;
import dev.plaza.ratelimit.policy.Policies;
import dev.plaza.ratelimit.policy.Policy;
import dev.plaza.ratelimit.redis.RedisAuthority;
import dev.plaza.ratelimit.redis.RedisLink;
import dev.plaza.ratelimit.redis.TestRedis;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Redis is down, silent, or has lost its memory.
class FailureCasesIT {

  private static final Duration HOUR = Duration.ofHours(1);

  /// Scheduling noise of a busy machine, on top of the budget of 5 ms.
  private static final long NOISE_MS = 300;

  private TestRedis redis;

  @BeforeEach
  void start() {
    redis = TestRedis.start();
  }

  @AfterEach
  void stop() {
    redis.close();
  }

  private static Policy open(long rate, Duration per, long burst) {
    return Policy.named("open").rate(rate, per).burst(burst).build();
  }

  private static Policy closed(long rate, Duration per, long burst) {
    return Policy.named("closed")
        .rate(rate, per)
        .burst(burst)
        .onStoreFailure(OnStoreFailure.CLOSED)
        .build();
  }

  private static void until(BooleanSupplier condition) {
    Awaitility.await().atMost(Duration.ofSeconds(20)).until(condition::getAsBoolean);
  }

  /// Median and worst of the time that decisions on new keys take, in milliseconds.
  private static long[] times(Limiter limiter, int count) {
    var times = new ArrayList<Long>();
    for (var i = 0; i < count; i++) {
      var began = System.nanoTime();
      limiter.await(by("new" + System.nanoTime()));
      times.add((System.nanoTime() - began) / 1_000_000);
    }
    Collections.sort(times);
    return new long[] {times.get(count / 2), times.getLast()};
  }

  /// R09: it takes the bytes and never answers.
  @Test
  void decidesWithinTheBudgetWhenRedisIsSilent() {
    try (var gateways = Gateways.of(redis, 1, LimiterSettings.DEFAULTS, open(100, HOUR, 100))) {
      var limiter = gateways.get(0);
      redis.pause();

      assertThat(times(limiter, 20)[1]).isLessThan(5 + NOISE_MS);
      until(() -> limiter.stats().breaker().equals("OPEN"));
      // Then nobody waits at all.
      assertThat(times(limiter, 50)[0]).isLessThanOrEqualTo(2);

      redis.resume();
      until(() -> limiter.stats().breaker().equals("CLOSED"));
      until(() -> !limiter.await(by("back")).degraded());
    }
  }

  /// Slow is not absent: each answer comes long after the budget, and none is refused for it.
  @Test
  void goesOnAskingWhenRedisIsSlow() {
    var closed = closed(100, HOUR, 100);
    try (var gateways = Gateways.of(redis, 1, LimiterSettings.DEFAULTS, closed)) {
      until(() -> gateways.decide(by("a")).admitted());
      for (var i = 0; i < 12; i++) {
        redis.commands().clientPause(60);

        assertThat(gateways.decide(by("slow" + i)).outcome()).isEqualTo(Outcome.ADMITTED);
      }
      assertThat(gateways.get(0).stats().overdue()).isPositive();
      assertThat(gateways.get(0).stats().outages()).isZero();
    }
  }

  /// The answers are there, but the thread that reads them is busy for longer than a question
  /// lives.
  @Test
  void takesNoBusyReaderForAnOutage() {
    try (var gateways = Gateways.of(redis, 1, LimiterSettings.DEFAULTS, open(100, HOUR, 100))) {
      var limiter = gateways.get(0);
      until(() -> !gateways.decide(by("a")).degraded());
      gateways.keepReadersBusy(Duration.ofMillis(700));

      assertThat(times(limiter, 20)[1]).isLessThan(5 + NOISE_MS);

      until(() -> !gateways.decide(by("b" + System.nanoTime())).degraded());
      assertThat(limiter.stats().outages()).isZero();
    }
  }

  /// R06: it is not there, and was not when the node started.
  @Test
  void decidesAtOnceWhenRedisIsNotThere() throws IOException {
    redis.stop();
    var link = RedisLink.to(redis.uri());
    try (var limiter =
        Limiter.with(new RedisAuthority(link)).policies(Policies.of(open(9, HOUR, 9))).build()) {
      assertThat(times(limiter, 50)[1]).isLessThan(5 + NOISE_MS);
      assertThat(limiter.await(by("a")).degraded()).isTrue();

      redis.launch();
      until(() -> !limiter.await(by("b")).degraded());
    } finally {
      link.close();
    }
  }

  /// R07, R46: every node enforces its part, says that it is alone, and never counts below 0.
  @Test
  void limitsEachNodeToItsPartWhileRedisIsAway() {
    try (var gateways = Gateways.of(redis, 4, LimiterSettings.DEFAULTS, open(100, HOUR, 100))) {
      redis.stop();
      var admitted = 0;
      Decision last = null;
      for (var i = 0; i < 800; i++) {
        last = gateways.any(i).await(by("a"));
        admitted += last.admitted() ? 1 : 0;
      }

      assertThat(admitted).isEqualTo(100);
      assertThat(last.degraded()).isTrue();
      assertThat(last.outcome()).isEqualTo(Outcome.DENIED);
      var headers = new RateLimitHeaders(Clock.systemUTC()).of(last);
      assertThat(headers).containsEntry("X-RateLimit-Degraded", "true");
      assertThat(Long.parseLong(headers.get("X-RateLimit-Remaining"))).isNotNegative();
      assertThat(Long.parseLong(headers.get("Retry-After"))).isPositive();
    }
  }

  /// R59: a policy that says so lets nothing pass unchecked.
  @Test
  void refusesWhatMustNotPassUnchecked() {
    try (var gateways = Gateways.of(redis, 1, LimiterSettings.DEFAULTS, closed(9, HOUR, 9))) {
      redis.pause();
      var decision = gateways.decide(by("a"));

      assertThat(decision.outcome()).isEqualTo(Outcome.UNAVAILABLE);
      var refusal = Refusal.of(decision, 401);
      assertThat(refusal.status()).isEqualTo(503);
      assertThat(refusal.retryAfterSeconds()).isEqualTo(1);
      assertThat(refusal.violatedPolicies()).containsExactly("closed");
    }
  }

  @Test
  void spendsWhatItHoldsBeforeItAsksForMercy() {
    try (var gateways = Gateways.of(redis, 1, LimiterSettings.DEFAULTS, closed(900, HOUR, 900))) {
      until(() -> gateways.decide(by("a")).admitted());
      until(() -> gateways.decide(by("a")).admitted());
      redis.stop();

      assertThat(gateways.admitted(5, by("a"))).isPositive();
      assertThat(gateways.decide(by("b")).outcome()).isEqualTo(Outcome.UNAVAILABLE);
    }
  }

  /// What was spent without Redis is owed to it: an outage ends without a second burst.
  @Test
  void returnsFromAnOutageWithoutABurst() {
    try (var gateways = Gateways.of(redis, 2, LimiterSettings.DEFAULTS, open(100, HOUR, 100))) {
      redis.pause();
      assertThat(gateways.admitted(300, by("a"))).isEqualTo(100);

      redis.resume();
      for (var i = 0; i < 2; i++) {
        var limiter = gateways.get(i);
        until(() -> limiter.stats().breaker().equals("CLOSED"));
      }
      // Settled by the node itself, whoever asks next.
      Awaitility.await()
          .pollDelay(Duration.ofMillis(300))
          .untilAsserted(() -> assertThat(gateways.admitted(200, by("a"))).isLessThanOrEqualTo(4));
    }
  }

  /// R63: a flush in the middle of an overload gives away a second of the rate, not the burst.
  @Test
  void survivesAFlushInTheMiddleOfAnOverload() {
    try (var gateways = Gateways.of(redis, 2, open(10, Duration.ofSeconds(1), 200))) {
      gateways.admitted(400, by("a"));
      var began = System.nanoTime();
      redis.commands().flushall();
      var admitted = 0;
      while (System.nanoTime() - began < 1_500_000_000L) {
        admitted += gateways.admitted(10, by("a"));
      }
      var seconds = (System.nanoTime() - began) / 1e9;
      assertThat(admitted).isLessThanOrEqualTo((int) (10 * seconds + 10 + 2 * 34));
    }
  }

  /// R11: the scripts are gone.
  @Test
  void survivesARestartAndTheLossOfItsScripts() throws IOException {
    try (var gateways = Gateways.of(redis, 1, open(100, HOUR, 100))) {
      assertThat(gateways.decide(by("a")).degraded()).isFalse();
      redis.commands().scriptFlush();
      assertThat(gateways.decide(by("b")).degraded()).isFalse();

      redis.stop();
      redis.launch();
      until(() -> !gateways.decide(by("c" + System.nanoTime())).degraded());
    }
  }

  /// The breaker tries one probe at a time and stays open while none is answered.
  @Test
  void keepsTheBreakerOpenWhileNoProbeIsAnswered() {
    try (var gateways = Gateways.of(redis, 1, LimiterSettings.DEFAULTS, open(100, HOUR, 100))) {
      var limiter = gateways.get(0);
      redis.pause();
      times(limiter, 10);
      until(() -> limiter.stats().breaker().equals("OPEN"));
      var asks = limiter.stats().asks();

      pass(Duration.ofMillis(900));
      times(limiter, 100);
      assertThat(limiter.stats().asks()).isEqualTo(asks);
      assertThat(limiter.stats().breaker()).isNotEqualTo("CLOSED");
      assertThat(limiter.stats().outages()).isEqualTo(1);
      redis.resume();
      until(() -> limiter.stats().breaker().equals("CLOSED"));
    }
  }
}
