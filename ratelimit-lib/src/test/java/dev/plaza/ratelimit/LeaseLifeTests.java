package dev.plaza.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.ratelimit.authority.Authority;
import dev.plaza.ratelimit.authority.MemoryAuthority;
import dev.plaza.ratelimit.policy.Policies;
import dev.plaza.ratelimit.policy.Policy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/// How long a lease lives, in virtual time.
class LeaseLifeTests {

  private static final long MILLI = 1_000_000;
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final VirtualTime time = new VirtualTime();
  private final MemoryAuthority far = new MemoryAuthority(time::epochMicros);
  private long asks;

  private Authority authority(long milliseconds) {
    return group -> {
      var reply = new CompletableFuture<dev.plaza.ratelimit.authority.Reply>();
      asks++;
      time.after(
          milliseconds * MILLI,
          () -> {
            var answer = far.decide(group, time.epochMicros());
            reply.complete(answer);
          });
      return reply;
    };
  }

  private Limiter limiter(long answersAfterMs, LimiterSettings settings, Policy policy) {
    return Limiter.with(authority(answersAfterMs))
        .timing(time)
        .settings(settings.withKeysMax(16, SECOND))
        .policies(Policies.of(policy))
        .build();
  }

  private static Request by(String user) {
    return Request.to("GET", "/r").user(user).build();
  }

  /// R50: a renewed lease is a new one, from the moment it was asked for.
  @Test
  void renewsLeasesInsteadOfTakingEachForExpired() {
    var policy = Policy.named("p").rate(1_000, SECOND).burst(1_000).build();
    var limiter = limiter(1, LimiterSettings.DEFAULTS, policy);

    // Five lives of a lease, a request each millisecond.
    for (var i = 0; i < 10_000; i++) {
      var decision = limiter.decide(by("a"));
      time.pass(MILLI);
      assertThat(decision.toCompletableFuture().join().admitted()).isTrue();
    }

    assertThat(asks).isLessThan(1_000);
  }

  @Test
  void doesNotOutliveItsTime() {
    var policy = Policy.named("p").rate(1_000, SECOND).burst(1_000).build();
    var limiter = limiter(1, LimiterSettings.DEFAULTS, policy);
    for (var i = 0; i < 100; i++) {
      var _ = limiter.decide(by("a"));
      time.pass(MILLI);
    }
    assertThat(limiter.tryDecide(by("a"))).isNotNull();

    time.pass(LimiterSettings.DEFAULTS.leaseLife().toNanos() + 2 * MILLI);

    assertThat(limiter.tryDecide(by("a"))).as("must be asked for anew").isNull();
  }
}
