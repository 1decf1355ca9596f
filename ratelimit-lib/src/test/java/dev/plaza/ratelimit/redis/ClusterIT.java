package dev.plaza.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.ratelimit.Decision;
import dev.plaza.ratelimit.Limiter;
import dev.plaza.ratelimit.LimiterSettings;
import dev.plaza.ratelimit.Request;
import dev.plaza.ratelimit.policy.KeyBy;
import dev.plaza.ratelimit.policy.Policies;
import dev.plaza.ratelimit.policy.Policy;
import dev.plaza.ratelimit.policy.Quota;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Rule 8, R10: on a cluster all buckets of a tenant lie in one slot, and requests whose policies
/// lie in several are decided all the same.
class ClusterIT {

  static TestRedis redis;
  static RedisLink link;

  @BeforeAll
  static void start() {
    redis = TestRedis.startCluster();
    link = Links.connected(RedisLink.toCluster(List.of(redis.uri())));
  }

  @AfterAll
  static void stop() {
    link.close();
    redis.close();
  }

  private static Limiter limiter(Policy... policies) {
    return Limiter.with(new RedisAuthority(link))
        .settings(LimiterSettings.DEFAULTS.withBudget(Duration.ofSeconds(5)))
        .policies(Policies.of(policies))
        .build();
  }

  private static Policy policy(String id, KeyBy key, long limit) {
    return Policy.named(id).key(key).rate(limit, Duration.ofHours(1)).burst(limit).build();
  }

  @Test
  void keepsTheBucketsOfATenantInOneSlot() {
    var quota =
        Policy.named("daily")
            .key(KeyBy.TENANT)
            .quota(100, Quota.Window.DAY, ZoneId.of("Europe/Vienna"))
            .build();
    try (var limiter = limiter(policy("a", KeyBy.USER, 10), policy("b", KeyBy.TENANT, 10), quota)) {
      for (var tenant :
          List.of("acme", "a}b{c", "tenant:with.dots", "\u0000", "{x}", "é".repeat(99))) {
        redis.commands().flushall();
        var request = Request.to("GET", "/r").tenant(tenant).user("u").build();
        assertThat(limiter.await(request).admitted()).isTrue();

        var keys = redis.commands().keys("rl:{*");
        assertThat(keys).hasSize(4);
        assertThat(keys.stream().map(it -> redis.commands().clusterKeyslot(it)).distinct())
            .as(tenant)
            .hasSize(1);
      }
    }
  }

  @Test
  void decidesPoliciesOfSeveralSlotsAllOrNone() {
    try (var limiter =
        limiter(policy("tenant", KeyBy.TENANT, 100), policy("route", KeyBy.ROUTE, 3))) {
      var admitted = 0;
      Decision last = null;
      for (var i = 0; i < 10; i++) {
        last = limiter.await(Request.to("GET", "/r").tenant("t" + i % 2).user("u").build());
        admitted += last.admitted() ? 1 : 0;
      }
      assertThat(admitted).isEqualTo(3);
      assertThat(last.violated()).containsExactly("route");
      var left = last.standings().stream().filter(it -> it.policy().equals("tenant")).findFirst();
      assertThat(left.orElseThrow().remaining()).isBetween(98L, 99L);
    }
  }

  @Test
  void startsColdAfterAFlushThere() {
    var bucket = Policy.named("c").rate(5, Duration.ofSeconds(1)).burst(100).build();
    try (var limiter = limiter(bucket)) {
      var big = Request.to("GET", "/r").tenant("t").user("u").units(100).build();
      assertThat(limiter.await(big).admitted()).isTrue();
      redis.commands().flushall();

      var other = Request.to("GET", "/r").tenant("t").user("v").units(50).build();
      assertThat(limiter.await(other).admitted()).isFalse();
    }
  }
}
