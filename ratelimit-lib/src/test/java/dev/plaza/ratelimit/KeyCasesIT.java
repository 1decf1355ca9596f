package dev.plaza.ratelimit;

import static dev.plaza.ratelimit.Gateways.by;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.ratelimit.Decision.Outcome;
import dev.plaza.ratelimit.header.RateLimitHeaders;
import dev.plaza.ratelimit.header.Refusal;
import dev.plaza.ratelimit.policy.Anonymous;
import dev.plaza.ratelimit.policy.KeyBy;
import dev.plaza.ratelimit.policy.Match;
import dev.plaza.ratelimit.policy.Policy;
import dev.plaza.ratelimit.policy.Scope;
import dev.plaza.ratelimit.redis.TestRedis;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Who shares a bucket with whom, on a real Redis.
class KeyCasesIT {

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

  private static Policy policy(String id, KeyBy key, long limit) {
    return Policy.named(id).key(key).rate(limit, HOUR).burst(limit).build();
  }

  /// R14: routes share a bucket if the policy says so, and only then.
  @Test
  void sharesBucketsByTheScopeOfThePolicyAndNothingElse() {
    var apart = Policy.named("apart").match(Match.route("/a*")).rate(2, HOUR).burst(2);
    var together = Policy.named("together").match(Match.route("/b*")).rate(2, HOUR).burst(2);
    var one = Policy.named("one").match(Match.route("/c")).rate(3, HOUR).burst(3);
    var two = Policy.named("two").match(Match.route("/d")).rate(3, HOUR).burst(3);
    var shared = new Scope.Shared("cd");
    try (var gateways =
        Gateways.of(
            redis,
            1,
            apart.scope(Scope.PER_ROUTE).build(),
            together.build(),
            one.scope(shared).build(),
            two.scope(shared).build())) {
      assertThat(gateways.admitted(9, at("/a1"))).isEqualTo(2);
      assertThat(gateways.admitted(9, at("/a2"))).isEqualTo(2);
      assertThat(gateways.admitted(1, at("/b1"))).isEqualTo(1);
      assertThat(gateways.admitted(9, at("/b2"))).isEqualTo(1);
      assertThat(gateways.admitted(2, at("/c"))).isEqualTo(2);
      assertThat(gateways.admitted(9, at("/d"))).isEqualTo(1);
    }
  }

  private static Request at(String route) {
    return Request.to("GET", route).user("u").build();
  }

  /// R15: no two keys meet, whatever they are made of, and none is longer than it may be.
  @Test
  void keepsStrangeKeysApartAndShort() {
    var policy = Policy.named("p").rate(1, HOUR).burst(1).scope(Scope.PER_ROUTE).build();
    try (var gateways = Gateways.of(redis, 1, policy)) {
      var users =
          List.of(
              "c",
              "b.c",
              "c}",
              "{c",
              "c\u0000",
              "\u0000c",
              "c:1:x",
              "1:c",
              "2001:db8::1",
              " c",
              "C",
              "ċ",
              "x".repeat(64),
              "x".repeat(65),
              "x".repeat(1 << 20),
              "x".repeat((1 << 20) - 1) + "y",
              "#:c");
      for (var route : List.of("a", "a.b", "a:1", "")) {
        for (var user : users) {
          var request = Request.to("GET", route).user(user).build();
          assertThat(gateways.admitted(1, request)).as("%s / %.20s", route, user).isEqualTo(1);
        }
      }
      assertThat(redis.commands().keys("*"))
          .hasSize(4 * users.size() + 1)
          .allMatch(it -> it.length() < 250);
    }
  }

  @Test
  void keepsUsersOfTenantsApart() {
    try (var gateways = Gateways.of(redis, 1, policy("p", KeyBy.USER, 1))) {
      for (var tenant : List.of("acme", "acm", "a")) {
        var request = Request.to("GET", "/r").tenant(tenant).user("e").build();
        assertThat(gateways.admitted(3, request)).isEqualTo(1);
      }
      assertThat(gateways.admitted(3, by("e"))).isEqualTo(1);
    }
  }

  /// R62: a tenant that nobody knows is limited like any other, and so is none at all.
  @Test
  void limitsUnknownAndMissingTenants() {
    try (var gateways = Gateways.of(redis, 1, policy("p", KeyBy.TENANT, 2))) {
      assertThat(gateways.admitted(5, Request.to("GET", "/").tenant("new").build())).isEqualTo(2);
      assertThat(gateways.admitted(5, Request.to("GET", "/").build())).isEqualTo(2);
    }
  }

  /// R13: requests without a user are counted by address, passed over, or refused with a reason.
  @Test
  void treatsRequestsWithoutAUserAsThePolicySays() {
    var builder = Policy.named("p").rate(2, HOUR).burst(2);
    var anonymous = Request.to("GET", "/r").ip("2001:db8:1:2::/64").build();
    try (var gateways = Gateways.of(redis, 1, builder.anonymous(Anonymous.BY_IP).build())) {
      assertThat(gateways.admitted(5, anonymous)).isEqualTo(2);
      // Nobody is called like an address.
      assertThat(gateways.admitted(5, by("2001:db8:1:2::/64"))).isEqualTo(2);
    }
    try (var gateways = Gateways.of(redis, 1, builder.anonymous(Anonymous.SKIP).build())) {
      assertThat(gateways.admitted(5, anonymous)).isEqualTo(5);
    }
    try (var gateways = Gateways.of(redis, 1, builder.anonymous(Anonymous.REFUSE).build())) {
      var decision = gateways.decide(anonymous);
      assertThat(decision.outcome()).isEqualTo(Outcome.ANONYMOUS);
      var refusal = Refusal.of(decision, 403);
      assertThat(refusal.status()).isEqualTo(403);
      assertThat(refusal.detail()).contains("by user");
      assertThat(refusal.violatedPolicies()).containsExactly("p");
    }
  }

  /// R55: a flood of invented keys stays in bounds, and locks nobody out of a limit of his own.
  @Test
  void boundsItsMemoryUnderAFloodOfKeys() {
    var settings = Gateways.PATIENT.withKeysMax(64, Duration.ofSeconds(60));
    try (var gateways = Gateways.of(redis, 1, settings, policy("p", KeyBy.IP, 3))) {
      var offender = Request.to("GET", "/r").ip("203.0.113.1").build();
      assertThat(gateways.admitted(5, offender)).isEqualTo(3);
      var admitted = 0;
      for (var i = 0; i < 5_000; i++) {
        var ip = "198.51.%d.%d".formatted(i / 250 % 4, i % 250);
        admitted += gateways.admitted(1, Request.to("GET", "/r").ip(ip).build());
      }
      var stats = gateways.get(0).stats();
      assertThat(stats.overflowed()).isPositive();
      assertThat(redis.commands().dbsize()).isLessThan(1_000);
      // Once the table is full, the 4 networks share 4 buckets of 3.
      assertThat(admitted).isLessThanOrEqualTo(3 * stats.keysMax() + 4 * 3);
      assertThat(gateways.admitted(5, offender)).isZero();
    }
  }

  /// R65: what a client sends is never part of a header.
  @Test
  void letsNothingIntoHeadersThatAClientChose() {
    try (var gateways = Gateways.of(redis, 1, policy("p", KeyBy.USER, 1))) {
      var evil = Request.to("GET", "/r\r\nX: 1").tenant("a\r\nX-Evil: 1").user("\"\r\n").build();
      gateways.decide(evil);
      var headers = new RateLimitHeaders(Clock.systemUTC()).of(gateways.decide(evil));
      assertThat(headers.values()).allMatch(it -> it.matches("[\\x20-\\x7e]+"));
      assertThat(String.join("", headers.values())).doesNotContain("vil");
    }
  }
}
