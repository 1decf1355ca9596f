package dev.plaza.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.ratelimit.authority.Authority;
import dev.plaza.ratelimit.authority.MemoryAuthority;
import dev.plaza.ratelimit.policy.Policies;
import dev.plaza.ratelimit.policy.Policy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/// How long a lease lives, in virtual time.
class LeaseLifeTests {

  private static final long MILLI = 1_000_000;
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration HOUR = Duration.ofHours(1);

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

  private void holdsUntil(Limiter limiter, long nanos) {
    assertThat(limiter.tryDecide(by("a"))).isNotNull();
    time.pass(nanos - 5 * MILLI);
    assertThat(limiter.tryDecide(by("a"))).as("still held").isNotNull();

    time.pass(10 * MILLI);

    assertThat(limiter.tryDecide(by("a"))).as("must be asked for anew").isNull();
  }

  /// What others may need goes back soon.
  @Test
  void doesNotOutliveItsTime() {
    var policy = Policy.named("p").rate(10, SECOND).burst(100).build();
    var limiter = limiter(1, LimiterSettings.DEFAULTS, policy);
    var most = limiter.decide(Request.to("GET", "/r").user("a").units(90).build());
    time.pass(2 * MILLI);
    assertThat(most.toCompletableFuture().join().admitted()).isTrue();
    var _ = limiter.decide(by("a"));
    time.pass(2 * MILLI);

    holdsUntil(limiter, LimiterSettings.DEFAULTS.leaseLife().toNanos());
  }

  /// A few of many are kept for a key that comes now and then.
  @Test
  void isKeptForLongWhereThereIsPlenty() {
    var policy = Policy.named("p").rate(10, SECOND).burst(100).build();
    var limiter = limiter(1, LimiterSettings.DEFAULTS, policy);
    var _ = limiter.decide(by("a"));
    time.pass(2 * MILLI);

    holdsUntil(limiter, LimiterSettings.DEFAULTS.plentyLife().toNanos());
  }

  /// The reserve of a strict policy relies on it that no node holds tokens for long.
  @Test
  void isNeverLongWhereThePolicyIsStrict() {
    var policy = Policy.named("p").rate(100, SECOND).burst(1_000).strict().build();
    var limiter = limiter(1, LimiterSettings.DEFAULTS, policy);
    var _ = limiter.decide(by("a"));
    time.pass(2 * MILLI);

    holdsUntil(limiter, LimiterSettings.DEFAULTS.leaseLife().toNanos());
  }

  /// Nor does it live longer because more is fetched: the older tokens die, the younger live on.
  @Test
  void isNotRenewedWhereThePolicyIsStrict() {
    var policy = Policy.named("p").rate(100, SECOND).burst(1_000).strict().build();
    var limiter = limiter(1, LimiterSettings.DEFAULTS, policy);
    var _ = limiter.decide(by("a"));
    time.pass(1_900 * MILLI);
    var bucket = limiter.bucket(limiter.plan(by("a")).limits[0], by("a"), time.nanos());
    // Half of them are spent, and more come.
    while (asks < 2) {
      assertThat(limiter.tryDecide(by("a"))).isNotNull();
    }
    var older = bucket.held();
    time.pass(2 * MILLI);
    var younger = bucket.held() - older;
    assertThat(older).isPositive();
    assertThat(younger).isPositive();

    time.pass(150 * MILLI);
    bucket.salvage(time.nanos());
    assertThat(bucket.heldAt(time.nanos())).isEqualTo(younger);
    time.pass(1_900 * MILLI);
    bucket.salvage(time.nanos());
    assertThat(bucket.heldAt(time.nanos())).isZero();
  }

  /// A user who comes every few seconds has the whole burst too: nothing is fetched in advance that
  /// would be lost, and does not come again in that time.
  @Test
  void losesNothingOfAStrictBurstToPauses() {
    var policy = Policy.named("p").rate(1, HOUR).burst(200).strict().build();
    var limiter = limiter(1, LimiterSettings.DEFAULTS, policy);
    for (var i = 0; i < 200; i++) {
      var decision = limiter.decide(by("a"));
      time.pass(5_000 * MILLI);
      assertThat(decision.toCompletableFuture().join().admitted()).as("request %d", i).isTrue();
    }
    assertThat(limiter.decide(by("a")).toCompletableFuture().join().admitted()).isFalse();
  }

  /// Raised from 100 to 200: what this node held of the old policy is there under the new one.
  @Test
  void endsWithItsPolicy() {
    var limiter =
        limiter(1, LimiterSettings.DEFAULTS, Policy.named("p").rate(1, HOUR).burst(100).build());
    for (var i = 0; i < 10; i++) {
      var _ = limiter.decide(by("a"));
      time.pass(2 * MILLI);
    }

    limiter.use(Policies.of(Policy.named("p").rate(1, HOUR).burst(200).build()));
    time.pass(5 * MILLI);

    assertThat(peek(limiter)).isEqualTo(190);
  }

  /// The node holds tokens for a while; what it was told when they came is not the answer.
  @Test
  void isNoAnswerToWhoOnlyLooks() {
    var policy = Policy.named("p").rate(1, HOUR).burst(100).build();
    var here = limiter(1, LimiterSettings.DEFAULTS, policy);
    var there = limiter(1, LimiterSettings.DEFAULTS, policy);
    var _ = here.decide(by("a"));
    time.pass(2 * MILLI);
    var _ = there.decide(Request.to("GET", "/r").user("a").units(50).build());
    time.pass(5_000 * MILLI);

    // It holds some of the 49 itself, and the other node does too.
    assertThat(peek(here)).isLessThanOrEqualTo(49);
    assertThat(peek(limiter(1, LimiterSettings.DEFAULTS, policy)))
        .as("nor is ignorance")
        .isLessThanOrEqualTo(49);
  }

  private long peek(Limiter limiter) {
    var decision = limiter.decide(Request.to("GET", "/r").user("a").units(0).build());
    time.pass(2 * MILLI);
    return decision.toCompletableFuture().join().standings().getFirst().remaining();
  }

  /// Leases that were taken together end together; who asks then does not stand behind all of them.
  @Test
  void goesBackWithoutHoldingUpThoseWhoAsk() {
    var policy = Policy.named("p").rate(10, SECOND).burst(100).build();
    var keys = 10_000;
    var each = new AtomicLong();
    var limiter =
        Limiter.with(oneAfterTheOther(each))
            .timing(time)
            .settings(LimiterSettings.DEFAULTS.withKeysMax(keys, SECOND))
            .policies(Policies.of(policy))
            .build();
    for (var i = 0; i < keys; i++) {
      var _ = limiter.decide(by("u" + i));
    }
    time.pass(LimiterSettings.DEFAULTS.plentyLife().minus(SECOND).toNanos());
    each.set(MILLI);
    var longest = 0L;

    for (var i = 0; i < 5_000; i++) {
      var asked = time.nanos();
      var decision = limiter.decide(by("new" + i)).toCompletableFuture();
      while (!decision.isDone()) {
        time.pass(MILLI);
      }
      longest = Math.max(longest, time.nanos() - asked);
    }

    assertThat(longest).isLessThanOrEqualTo(3 * MILLI);
    assertThat(limiter.stats().givenBack()).isGreaterThan(keys);
  }

  /// A server that takes so many nanos for each question, in the order in which they come.
  private Authority oneAfterTheOther(AtomicLong each) {
    var free = new AtomicLong();
    return group -> {
      var reply = new CompletableFuture<dev.plaza.ratelimit.authority.Reply>();
      free.set(Math.max(free.get(), time.nanos()) + each.get());
      time.after(
          free.get() - time.nanos(), () -> reply.complete(far.decide(group, time.epochMicros())));
      return reply;
    };
  }
}
