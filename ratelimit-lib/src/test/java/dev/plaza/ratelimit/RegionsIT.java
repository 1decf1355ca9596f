package dev.plaza.ratelimit;

import static dev.plaza.ratelimit.Gateways.pass;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.ratelimit.Decision.Outcome;
import dev.plaza.ratelimit.authority.Authority;
import dev.plaza.ratelimit.authority.Demand;
import dev.plaza.ratelimit.authority.Reply;
import dev.plaza.ratelimit.policy.KeyBy;
import dev.plaza.ratelimit.policy.OnStoreFailure;
import dev.plaza.ratelimit.policy.Policies;
import dev.plaza.ratelimit.policy.Policy;
import dev.plaza.ratelimit.policy.PolicyBuilder;
import dev.plaza.ratelimit.policy.Regions;
import dev.plaza.ratelimit.redis.Links;
import dev.plaza.ratelimit.redis.RedisAuthority;
import dev.plaza.ratelimit.redis.RedisLink;
import dev.plaza.ratelimit.redis.ShareLedger;
import dev.plaza.ratelimit.redis.TestRedis;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Two regions, a Redis in each, and a link between them that is slow and can be cut.
class RegionsIT {

  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration ROUND_TRIP = Duration.ofMillis(40);

  private TestRedis euRedis;
  private TestRedis usRedis;
  private RedisLink euLink;
  private RedisLink usLink;
  private volatile boolean cut;

  @BeforeEach
  void start() {
    euRedis = TestRedis.start();
    usRedis = TestRedis.start();
    euLink = Links.connected(RedisLink.to(euRedis.uri()));
    usLink = Links.connected(RedisLink.to(usRedis.uri()));
  }

  @AfterEach
  void stop() {
    euLink.close();
    usLink.close();
    euRedis.close();
    usRedis.close();
  }

  /// An authority at the far end of the link.
  private Authority overTheLink(Authority far) {
    return new Authority() {
      @Override
      public CompletionStage<Reply> ask(List<Demand> group) {
        if (cut) {
          return new CompletableFuture<>();
        }
        return CompletableFuture.supplyAsync(
                () -> cut ? new CompletableFuture<Reply>() : far.ask(group),
                CompletableFuture.delayedExecutor(ROUND_TRIP.toMillis(), TimeUnit.MILLISECONDS))
            .thenCompose(it -> it)
            .thenCompose(
                it -> cut ? new CompletableFuture<>() : CompletableFuture.completedStage(it));
      }
    };
  }

  private Limiter limiter(String region, Policy policy) {
    var eu = region.equals("eu");
    var far = overTheLink(new RedisAuthority(eu ? usLink : euLink));
    return Limiter.with(new RedisAuthority(eu ? euLink : usLink))
        .settings(Gateways.PATIENT)
        .policies(Policies.of(policy))
        .region(region, tenant -> tenant.startsWith("us") ? "us" : "eu")
        .remote(eu ? "us" : "eu", far, ROUND_TRIP)
        .build();
  }

  private static PolicyBuilder policy(long limit) {
    return Policy.named("p").key(KeyBy.TENANT).rate(limit, HOUR).burst(limit);
  }

  private static Request of(String tenant) {
    return Request.to("GET", "/r").tenant(tenant).build();
  }

  private static int admitted(int count, Limiter limiter, Request request) {
    var admitted = 0;
    for (var i = 0; i < count; i++) {
      admitted += limiter.await(request).admitted() ? 1 : 0;
    }
    return admitted;
  }

  @Test
  void countsATenantAtHomeWhereverItCalls() {
    var policy = policy(30).regions(Regions.HOME).build();
    try (var eu = limiter("eu", policy);
        var us = limiter("us", policy)) {
      var admitted = 0;
      for (var i = 0; i < 40; i++) {
        admitted += admitted(1, i % 2 == 0 ? eu : us, of("eu-bakery"));
      }
      assertThat(admitted).isEqualTo(30);
      assertThat(euRedis.commands().keys("*bakery")).hasSize(1);
      assertThat(usRedis.commands().keys("*bakery")).isEmpty();
      assertThat(admitted(1, us, of("us-diner"))).isEqualTo(1);
      assertThat(usRedis.commands().keys("*diner")).hasSize(1);
    }
  }

  @Test
  void doesAsThePolicySaysWhenTheWayHomeIsCut() {
    var closed = policy(30).regions(Regions.HOME).onStoreFailure(OnStoreFailure.CLOSED).build();
    try (var us = limiter("us", closed)) {
      cut = true;
      assertThat(us.await(of("eu-bakery")).outcome()).isEqualTo(Outcome.UNAVAILABLE);
      // The tenants of this region do not notice.
      assertThat(us.await(of("us-diner")).admitted()).isTrue();
      cut = false;
      Awaitility.await().until(() -> us.await(of("eu-bakery")).admitted());
    }
    var open = policy(30).regions(Regions.HOME).build();
    try (var us = limiter("us", open)) {
      cut = true;
      var decision = us.await(of("eu-cafe"));
      assertThat(decision.admitted()).isTrue();
      assertThat(decision.degraded()).isTrue();
      assertThat(admitted(50, us, of("eu-cafe"))).isEqualTo(29);
      cut = false;
      // What was spent without asking is owed at home.
      Awaitility.await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> !us.await(of("eu-other")).degraded());
      Awaitility.await()
          .untilAsserted(() -> assertThat(euRedis.commands().keys("*eu-cafe")).hasSize(1));
      assertThat(admitted(10, us, of("eu-cafe"))).isZero();
    }
  }

  @Test
  void neverAdmitsMoreThanTheWholeWhileSharesMove() {
    var policy = policy(100).regions(new Regions.Shares(Map.of("eu", 6_000, "us", 4_000))).build();
    var euLedger = new ShareLedger("eu", euLink);
    var usLedger = new ShareLedger("us", usLink);
    try (var eu = limiter("eu", policy);
        var us = limiter("us", policy)) {
      var request = of("acme");
      assertThat(admitted(50, eu, request)).isEqualTo(50);
      var key = eu.shareKey(request, "p").orElseThrow();

      // 3,000 of eu's 6,000 ten-thousandths; the 10 tokens it had left go with it, or nowhere.
      assertThat(join(euLedger.give(key, 3_000, usLedger))).isTrue();
      assertThat(join(euLedger.read(key)).tenThousandths()).isEqualTo(3_000);
      assertThat(join(usLedger.read(key)).tenThousandths()).isEqualTo(7_000);

      var more = admitted(60, eu, request) + admitted(150, us, request);
      assertThat(50 + more).isLessThanOrEqualTo(100).isGreaterThanOrEqualTo(85);
      assertThat(join(euLedger.give(key, 3_001, usLedger))).isFalse();
    }
  }

  @Test
  void losesNoShareAndDoublesNoneWhenTheLinkIsCutInTheMiddle() {
    var policy = policy(100).regions(new Regions.Shares(Map.of("eu", 5_000, "us", 5_000))).build();
    var euLedger = new ShareLedger("eu", euLink);
    var usLedger = new ShareLedger("us", usLink);
    try (var eu = limiter("eu", policy)) {
      var key = eu.shareKey(of("acme"), "p").orElseThrow();
      usRedis.pause();
      var first = euLedger.give(key, 1_000, usLedger).toCompletableFuture();
      var second = euLedger.give(key, 500, usLedger).toCompletableFuture();
      pass(Duration.ofMillis(300));

      assertThat(first).isNotDone();
      assertThat(join(euLedger.read(key)).tenThousandths()).isEqualTo(3_500);
      assertThat(join(euLedger.read(key)).onTheWay())
          .extracting(ShareLedger.Move::tenThousandths)
          .containsExactly(1_000, 500);

      usRedis.resume();
      Awaitility.await().until(() -> first.isDone() && second.isDone());
      assertThat(join(euLedger.resume(key, usLedger))).isTrue();
      assertThat(join(euLedger.resume(key, usLedger))).isTrue();
      assertThat(join(euLedger.read(key)).onTheWay()).isEmpty();
      assertThat(join(euLedger.read(key)).tenThousandths()).isEqualTo(3_500);
      assertThat(join(usLedger.read(key)).tenThousandths()).isEqualTo(6_500);
    }
  }

  @Test
  void givesARegionWithoutAShareNothing() {
    var policy = policy(100).regions(new Regions.Shares(Map.of("eu", 10_000))).build();
    try (var us = limiter("us", policy)) {
      assertThat(admitted(5, us, of("acme"))).isZero();
      var key = us.shareKey(of("acme"), "p").orElseThrow();
      assertThat(
              join(new ShareLedger("eu", euLink).give(key, 2_000, new ShareLedger("us", usLink))))
          .isTrue();
      // It may refill from now on, but nothing was there that it could have begun with.
      assertThat(admitted(5, us, of("acme"))).isZero();
    }
  }

  private static <T> T join(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }
}
