package dev.plaza.ratelimit.header;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.ratelimit.Decision;
import dev.plaza.ratelimit.Limiter;
import dev.plaza.ratelimit.Request;
import dev.plaza.ratelimit.authority.MemoryAuthority;
import dev.plaza.ratelimit.policy.OnStoreFailure;
import dev.plaza.ratelimit.policy.Policies;
import dev.plaza.ratelimit.policy.Policy;
import dev.plaza.ratelimit.policy.Quota;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// R17-R19, R61: what clients are told, in three dialects that agree.
class RateLimitHeadersTests {

  /// 2026-11-30T11:00:00.25Z, in microseconds.
  private static final long MICROS = 1_796_036_400_250_000L;

  private static final Clock CLOCK =
      Clock.fixed(Instant.ofEpochSecond(1_796_036_400L, 250_000_000), ZoneOffset.UTC);

  private static final Pattern RATE_LIMIT = Pattern.compile("\"([a-z-]+)\";r=(\\d+);t=(\\d+)");

  private final RateLimitHeaders headers = new RateLimitHeaders(CLOCK);

  private static Limiter limiter(Policy... policies) {
    return Limiter.with(new MemoryAuthority(() -> MICROS)).policies(Policies.of(policies)).build();
  }

  private static Decision decide(Limiter limiter, int times) {
    var request = Request.to("GET", "/r").user("u").build();
    for (var i = 1; i < times; i++) {
      limiter.await(request);
    }
    return limiter.await(request);
  }

  @Test
  void saysTheSameInAllDialects() {
    var minute = Policy.named("minute").rate(6, Duration.ofMinutes(1)).burst(6).build();
    try (var limiter = limiter(minute)) {
      var first = headers.of(decide(limiter, 1));
      assertThat(first)
          .containsEntry("X-RateLimit-Limit", "6")
          .containsEntry("X-RateLimit-Remaining", "5")
          .containsEntry("RateLimit-Policy", "\"minute\";q=6;w=60")
          .doesNotContainKeys("Retry-After", "X-RateLimit-Degraded");
      var matcher = RATE_LIMIT.matcher(first.get("RateLimit"));
      assertThat(matcher.matches()).isTrue();
      var delta = Long.parseLong(matcher.group(3));
      var epoch = Long.parseLong(first.get("X-RateLimit-Reset"));
      assertThat(delta).isEqualTo(10);
      assertThat(epoch - CLOCK.instant().getEpochSecond()).isBetween(delta, delta + 1);

      var denied = headers.of(decide(limiter, 7));
      assertThat(denied)
          .containsEntry("X-RateLimit-Remaining", "0")
          .containsEntry("Retry-After", "10")
          .containsEntry("RateLimit", "\"minute\";r=0;t=10");
    }
  }

  @Test
  void listsAllPoliciesAndSpeaksOfTheTightest() {
    var second = Policy.named("second").rate(100, Duration.ofSeconds(1)).burst(200).build();
    var day =
        Policy.named("use")
            .rate(50, Duration.ofHours(1))
            .burst(50)
            .quota(3, Quota.Window.DAY, ZoneId.of("UTC"))
            .build();
    var shadow = Policy.named("shadow").rate(1, Duration.ofHours(1)).burst(1).shadow().build();
    try (var limiter = limiter(second, day, shadow)) {
      var told = headers.of(decide(limiter, 1));
      assertThat(told)
          .containsEntry(
              "RateLimit-Policy",
              "\"second\";q=200;w=2, \"use\";q=50;w=3600, \"use-day\";q=3;w=86400")
          .containsEntry("X-RateLimit-Remaining", "2");
      assertThat(told.get("RateLimit")).startsWith("\"use-day\";r=2;t=");

      var decision = decide(limiter, 5);
      assertThat(decision.violated()).containsExactly("use-day");
      var denied = headers.of(decision);
      assertThat(denied.get("Retry-After")).isEqualTo("46800");
      assertThat(Refusal.of(decision, 401).type()).endsWith("#quota-exceeded");
    }
  }

  @Test
  void roundsUpAndNeverSaysZero() {
    var fast = Policy.named("fast").rate(10, Duration.ofSeconds(1)).burst(10).build();
    try (var limiter = limiter(fast)) {
      assertThat(headers.of(decide(limiter, 11))).containsEntry("Retry-After", "1");
    }
  }

  @Test
  void saysNothingAboutRequestsThatAreNotLimited() {
    try (var limiter = limiter()) {
      assertThat(headers.of(decide(limiter, 1))).isEmpty();
    }
  }

  /// Only an operator can change it, so that it is not worth asking often.
  @Test
  void saysAMinuteWhereNothingIsAllowed() {
    var none = Policy.named("none").rate(1, Duration.ofSeconds(1)).burst(0).build();
    var never = Policy.named("never").quota(0, Quota.Window.DAY, ZoneId.of("UTC")).build();
    for (var policy : List.of(none, never)) {
      try (var limiter = limiter(policy)) {
        var decision = decide(limiter, 1);
        assertThat(decision.outcome()).isEqualTo(Decision.Outcome.DENIED);
        assertSaysTheSameEverywhere(headers.of(decision), 60);
        assertThat(Refusal.of(decision, 401).status()).isEqualTo(429);
        assertThat(Refusal.of(decision, 401).retryAfterSeconds()).isEqualTo(60);
      }
    }
  }

  @Test
  void saysTheSameEverywhereWhenItCannotDecide() {
    var closed =
        Policy.named("closed")
            .rate(1, Duration.ofSeconds(1))
            .onStoreFailure(OnStoreFailure.CLOSED)
            .build();
    var nobody =
        Limiter.with(_ -> CompletableFuture.failedStage(new IllegalStateException("away")));
    try (var limiter = nobody.policies(Policies.of(closed)).build()) {
      var decision = decide(limiter, 1);
      assertThat(decision.outcome()).isEqualTo(Decision.Outcome.UNAVAILABLE);
      assertSaysTheSameEverywhere(headers.of(decision), 1);
    }
  }

  private static void assertSaysTheSameEverywhere(Map<String, String> told, long seconds) {
    assertThat(told)
        .containsEntry("X-RateLimit-Remaining", "0")
        .containsEntry("Retry-After", String.valueOf(seconds));
    assertThat(told.get("RateLimit")).endsWith(";r=0;t=" + seconds);
    assertThat(Long.parseLong(told.get("X-RateLimit-Reset")) - CLOCK.instant().getEpochSecond())
        .isBetween(seconds, seconds + 1);
  }
}
