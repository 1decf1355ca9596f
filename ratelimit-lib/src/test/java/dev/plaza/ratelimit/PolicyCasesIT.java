package dev.plaza.ratelimit;

import static dev.plaza.ratelimit.Gateways.by;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.ratelimit.policy.KeyBy;
import dev.plaza.ratelimit.policy.Policies;
import dev.plaza.ratelimit.policy.Policy;
import dev.plaza.ratelimit.policy.PolicyFeed;
import dev.plaza.ratelimit.policy.Quota;
import dev.plaza.ratelimit.redis.Links;
import dev.plaza.ratelimit.redis.RedisAuthority;
import dev.plaza.ratelimit.redis.RedisLink;
import dev.plaza.ratelimit.redis.RedisPolicyStore;
import dev.plaza.ratelimit.redis.TestRedis;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Several policies, changing policies and calendar quotas, on a real Redis.
class PolicyCasesIT {

  private static final Duration HOUR = Duration.ofHours(1);
  private static final ZoneId VIENNA = ZoneId.of("Europe/Vienna");
  static TestRedis redis;
  static RedisLink link;

  @BeforeAll
  static void start() {
    redis = TestRedis.start();
    link = Links.connected(RedisLink.to(redis.uri()));
  }

  @AfterAll
  static void stop() {
    link.close();
    redis.close();
  }

  @BeforeEach
  void empty() {
    redis.commands().flushall();
  }

  private static Policy policy(String id, long limit) {
    return Policy.named(id).rate(limit, HOUR).burst(limit).build();
  }

  /// R27: a request that one policy refuses costs the others nothing.
  @Test
  void chargesAllPoliciesOrNone() {
    try (var gateways = Gateways.of(redis, 2, policy("wide", 100), policy("narrow", 3))) {
      assertThat(gateways.admitted(50, by("a"))).isEqualTo(3);

      var decision = gateways.decide(by("a"));
      assertThat(decision.violated()).containsExactly("narrow");
      assertThat(decision.tightest()).extracting(Standing::policy).isEqualTo("narrow");
      var wide = decision.standings().getFirst();
      assertThat(wide.policy()).isEqualTo("wide");
      assertThat(wide.remaining()).isBetween(85L, 99L);
    }
    try (var gateways = Gateways.of(redis, 1, policy("wide", 100))) {
      Awaitility.await()
          .untilAsserted(
              () ->
                  assertThat(gateways.decide(peek("a")).standings().getFirst().remaining())
                      .isEqualTo(97));
    }
  }

  private static Request peek(String user) {
    return Request.to("GET", "/r").user(user).units(0).build();
  }

  @Test
  void watchesAShadowPolicyWithoutRefusingAnything() {
    var shadow = Policy.named("shadow").rate(2, HOUR).burst(2).shadow().build();
    try (var gateways = Gateways.of(redis, 1, policy("real", 20), shadow)) {
      var seen = 0;
      for (var i = 0; i < 10; i++) {
        var decision = gateways.decide(by("a"));
        assertThat(decision.admitted()).isTrue();
        assertThat(decision.violated()).isEmpty();
        assertThat(decision.tightest()).extracting(Standing::policy).isEqualTo("real");
        seen += decision.violatedInShadow().size();
        // What a shadow policy lacks is fetched behind the request's back.
        Gateways.pass(Duration.ofMillis(20));
      }
      assertThat(seen).isBetween(6, 8);
    }
  }

  /// R27, R33, R41: limits are raised and lowered while they are in use, each on its own.
  @Test
  void changesLimitsLive() {
    try (var gateways = Gateways.of(redis, 1, policy("p", 10), policy("other", 1000))) {
      var limiter = gateways.get(0);
      assertThat(gateways.admitted(50, by("a"))).isEqualTo(10);

      limiter.use(Policies.of(policy("p", 20), policy("other", 1000)));
      assertThat(gateways.admitted(50, by("a"))).isEqualTo(10);
      limiter.use(Policies.of(policy("p", 5), policy("other", 1000)));
      assertThat(gateways.admitted(50, by("a"))).isZero();
      var wait = gateways.decide(by("a")).retryAfter();
      assertThat(wait).isNotNull().isBetween(Duration.ofMinutes(11), Duration.ofMinutes(12));

      limiter.use(Policies.of(policy("other", 1000)));
      assertThat(gateways.admitted(50, by("a"))).isEqualTo(50);
    }
  }

  /// Control plane: in force on every node within two seconds, and after a restart.
  @Test
  void putsStoredPoliciesInForceEverywhere() {
    var store = new RedisPolicyStore(link);
    try (var gateways = Gateways.of(redis, 2, policy("p", 100));
        var first = feed(gateways.get(0));
        var second = feed(gateways.get(1))) {
      first.start(Duration.ofSeconds(1));
      second.start(Duration.ofSeconds(1));
      Awaitility.await().until(() -> listeners() == 2);
      var began = System.nanoTime();
      var put = store.put(policy("p", 3)).toCompletableFuture().join();
      assertThat(put.version()).isEqualTo(1);

      Awaitility.await()
          .until(
              () ->
                  gateways.get(0).policies().version() == 1
                      && gateways.get(1).policies().version() == 1);
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(2));
      assertThat(gateways.admitted(50, by("a"))).isEqualTo(3);
      assertThat(gateways.get(0).policies().all()).containsExactly(policy("p", 3).withVersion(1));

      store.delete("p").toCompletableFuture().join();
      Awaitility.await().until(() -> gateways.get(1).policies().all().isEmpty());
      Awaitility.await().until(() -> gateways.get(0).policies().all().isEmpty());
      assertThat(gateways.admitted(50, by("a"))).isEqualTo(50);

      // A flush of the store takes no policy out of force, and the nodes bring them back.
      store.put(policy("q", 4)).toCompletableFuture().join();
      Awaitility.await().until(() -> gateways.get(0).policies().version() == 3);
      redis.commands().flushall();
      Awaitility.await().until(() -> store.changes().toCompletableFuture().join().version() == 3);
      assertThat(gateways.get(0).policies().all()).hasSize(1);
    }
  }

  private static long listeners() {
    var channel = "rl:policies:changed";
    return redis.commands().pubsubNumsub(channel).get(channel);
  }

  private static PolicyFeed feed(Limiter limiter) {
    return new PolicyFeed(
        limiter.policies(), new RedisPolicyStore(link), null, Clock.systemUTC(), limiter::use);
  }

  @Test
  void countsADayOfTheTenantsCalendar() {
    var daily = Policy.named("daily").key(KeyBy.TENANT).quota(20, Quota.Window.DAY, VIENNA).build();
    try (var gateways = Gateways.of(redis, 2, daily)) {
      var request = Request.to("GET", "/r").tenant("acme").build();
      assertThat(gateways.admitted(60, request)).isEqualTo(20);

      var standing = gateways.decide(request).tightest();
      assertThat(standing).isNotNull();
      assertThat(standing.remaining()).isZero();
      var midnight =
          Clock.systemUTC()
              .instant()
              .atZone(VIENNA)
              .toLocalDate()
              .plusDays(1)
              .atStartOfDay(VIENNA)
              .toInstant();
      var reset = Clock.systemUTC().instant().plus(standing.resetAfter());
      assertThat(Duration.between(midnight, reset).abs()).isLessThan(Duration.ofSeconds(2));
    }
  }

  /// R39: a node whose clock is a day behind is told so by the script, and counts today.
  @Test
  void countsInTheWindowOfRedisNotOfTheNode() {
    var monthly =
        Policy.named("m")
            .rate(1000, HOUR)
            .burst(1000)
            .quota(10, Quota.Window.DAY, ZoneId.of("UTC"))
            .build();
    try (var behind = skewed(monthly, -86_400_000_000L);
        var ahead = skewed(monthly, 86_400_000_000L)) {
      var admitted = 0;
      for (var i = 0; i < 20; i++) {
        admitted += (i % 2 == 0 ? behind : ahead).await(by("a")).admitted() ? 1 : 0;
      }
      assertThat(admitted).isEqualTo(10);
      assertThat(behind.await(by("a")).violated()).containsExactly("m-day");
      var today = Instant.now().truncatedTo(ChronoUnit.DAYS).toString().substring(0, 10);
      assertThat(redis.commands().keys("*" + today)).hasSize(1);
    }
  }

  /// R04: nor does a clock that is wrong make tokens.
  @Test
  void makesNoTokensOfClocksThatDisagree() {
    var policy = Policy.named("p").rate(4, HOUR).burst(4).build();
    try (var right = skewed(policy, 0);
        var behind = skewed(policy, -10_000_000)) {
      var admitted = 0;
      for (var i = 0; i < 20; i++) {
        admitted += (i == 4 ? behind : right).await(by("a")).admitted() ? 1 : 0;
      }
      assertThat(admitted).isEqualTo(4);
    }
  }

  private static Limiter skewed(Policy policy, long micros) {
    var real = Timing.system();
    return Limiter.with(new RedisAuthority(link))
        .settings(Gateways.PATIENT)
        .policies(Policies.of(policy))
        .timing(
            new Timing() {
              @Override
              public long nanos() {
                return real.nanos();
              }

              @Override
              public long recentNanos() {
                return real.recentNanos();
              }

              @Override
              public long epochMicros() {
                return real.epochMicros() + micros;
              }

              @Override
              public void after(long nanos, Runnable task) {
                real.after(nanos, task);
              }

              @Override
              public void close() {
                real.close();
              }
            })
        .build();
  }
}
