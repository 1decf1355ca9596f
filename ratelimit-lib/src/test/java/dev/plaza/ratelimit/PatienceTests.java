package dev.plaza.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.ratelimit.Decision.Outcome;
import dev.plaza.ratelimit.authority.Authority;
import dev.plaza.ratelimit.authority.Demand;
import dev.plaza.ratelimit.authority.MemoryAuthority;
import dev.plaza.ratelimit.authority.Reply;
import dev.plaza.ratelimit.policy.OnStoreFailure;
import dev.plaza.ratelimit.policy.Policies;
import dev.plaza.ratelimit.policy.Policy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/// How long requests wait for the authority, and what counts as its absence, in virtual time: slow
/// is not absent, and neither is an answer that this node had no time to read.
class PatienceTests {

  private static final long MILLI = 1_000_000;
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final LimiterSettings SETTINGS =
      LimiterSettings.DEFAULTS.withBudgets(Duration.ofMillis(5), Duration.ofMillis(50));
  private static final long ASK_LIFE = SETTINGS.askLife().toNanos();

  private final VirtualTime time = new VirtualTime();
  private final Wire wire = new Wire();

  /// An authority that takes its time, or is silent, and the thread that should read its answers,
  /// which may be busy with other things.
  private final class Wire implements Authority {
    private final MemoryAuthority far = new MemoryAuthority(time::epochMicros);
    private final List<Runnable> unread = new ArrayList<>();
    private final List<Runnable> afterReading = new ArrayList<>();
    private long takesMs = 1;
    private boolean silent;
    private boolean busy;

    @Override
    public CompletionStage<Reply> ask(List<Demand> group) {
      var reply = new CompletableFuture<Reply>();
      if (!silent) {
        time.after(
            takesMs * MILLI,
            () -> {
              var answer = far.decide(group, time.epochMicros());
              read(() -> reply.complete(answer));
            });
      }
      return reply;
    }

    private void read(Runnable telling) {
      if (busy) {
        unread.add(telling);
      } else {
        telling.run();
      }
    }

    @Override
    public void afterAnswers(Runnable task) {
      if (busy) {
        afterReading.add(task);
      } else {
        task.run();
      }
    }

    void getsOn() {
      busy = false;
      unread.forEach(Runnable::run);
      unread.clear();
      afterReading.forEach(Runnable::run);
      afterReading.clear();
    }
  }

  private Limiter limiter(LimiterSettings settings, OnStoreFailure onFailure) {
    var policy = Policy.named("p").rate(10, SECOND).burst(100).onStoreFailure(onFailure).build();
    return Limiter.with(wire)
        .timing(time)
        .settings(settings.withKeysMax(64, SECOND))
        .policies(Policies.of(policy))
        .build();
  }

  private static Request by(String user) {
    return Request.to("GET", "/r").user(user).build();
  }

  private Decision decided(OnStoreFailure onFailure, long answersAfterMs) {
    wire.takesMs = answersAfterMs;
    var decision = limiter(SETTINGS, onFailure).decide(by("a")).toCompletableFuture();
    time.pass(4 * MILLI);
    assertThat(decision).isNotDone();
    time.pass(2 * MILLI);
    assertThat(decision.isDone()).isEqualTo(onFailure == OnStoreFailure.OPEN);
    time.pass(50 * MILLI);
    return decision.join();
  }

  @Test
  void waitsLongerWhereItWouldHaveToRefuse() {
    var open = decided(OnStoreFailure.OPEN, 20);
    var closed = decided(OnStoreFailure.CLOSED, 20);

    assertThat(open.admitted() && open.degraded()).isTrue();
    assertThat(closed.admitted()).isTrue();
    assertThat(closed.degraded()).isFalse();
  }

  /// Longer than a question usually lives.
  @Test
  void waitsASecondIfToldTo() {
    wire.takesMs = 900;
    var settings = SETTINGS.withBudgets(Duration.ofMillis(5), SECOND);
    var decision = limiter(settings, OnStoreFailure.CLOSED).decide(by("a")).toCompletableFuture();

    time.pass(899 * MILLI);
    assertThat(decision).isNotDone();
    time.pass(2 * MILLI);

    assertThat(decision.join().admitted()).isTrue();
  }

  @Test
  void refusesWhenThatWasNotEnough() {
    assertThat(decided(OnStoreFailure.CLOSED, 60).outcome()).isEqualTo(Outcome.UNAVAILABLE);
  }

  /// Each answer comes long after the budget, for as long as anybody asks.
  @Test
  void takesASlowAuthorityForSlow() {
    wire.takesMs = ASK_LIFE / MILLI - 1;
    var limiter = limiter(SETTINGS, OnStoreFailure.OPEN);

    for (var i = 0; i < 50; i++) {
      var decision = limiter.decide(by("u" + i)).toCompletableFuture();
      time.pass(6 * MILLI);
      assertThat(decision.join().admitted() && decision.join().degraded()).isTrue();
    }
    time.pass(ASK_LIFE);

    assertThat(limiter.stats().outages()).isZero();
    assertThat(limiter.stats().overdue()).isEqualTo(50);
    // What came late is not lost.
    assertThat(limiter.tryDecide(by("u49"))).isNotNull();
  }

  @Test
  void takesASilentAuthorityForAbsent() {
    wire.silent = true;
    var limiter = limiter(SETTINGS, OnStoreFailure.CLOSED);
    for (var i = 0; i < SETTINGS.failuresMax(); i++) {
      var _ = limiter.decide(by("u" + i));
    }

    time.pass(ASK_LIFE - MILLI);
    assertThat(limiter.stats().breaker()).isEqualTo("CLOSED");
    time.pass(2 * MILLI);

    assertThat(limiter.stats().outages()).isEqualTo(1);
    var decision = limiter.decide(by("b")).toCompletableFuture();
    assertThat(decision).as("nobody waits any more").isDone();
    assertThat(decision.join().outcome()).isEqualTo(Outcome.UNAVAILABLE);
  }

  /// An answer that takes as long as a slow authority does ends an outage too.
  @Test
  void findsASlowAuthorityAgain() {
    wire.takesMs = 100;
    var limiter = limiter(SETTINGS, OnStoreFailure.OPEN);
    wire.silent = true;
    for (var i = 0; i < SETTINGS.failuresMax(); i++) {
      var _ = limiter.decide(by("u" + i));
    }
    time.pass(2 * ASK_LIFE);
    assertThat(limiter.stats().breaker()).isNotEqualTo("CLOSED");

    wire.silent = false;
    time.pass(3 * ASK_LIFE);

    assertThat(limiter.stats().breaker()).isEqualTo("CLOSED");
  }

  /// The answers are there. The thread that reads them is not.
  @Test
  void doesNotBlameTheAuthorityForItsOwnDelay() {
    var limiter = limiter(SETTINGS, OnStoreFailure.OPEN);
    wire.busy = true;
    for (var i = 0; i < 50; i++) {
      var decision = limiter.decide(by("u" + i)).toCompletableFuture();
      time.pass(20 * MILLI);
      assertThat(decision.join().degraded()).isTrue();
    }

    wire.getsOn();

    assertThat(limiter.stats().outages()).isZero();
    assertThat(limiter.stats().failures()).isZero();
    assertThat(limiter.tryDecide(by("u0"))).isNotNull();
  }

  /// Nothing arrives and everything is late here: nobody knows whose fault it is.
  @Test
  void drawsNoConclusionWhenItWasItselfAway() {
    var limiter = limiter(SETTINGS, OnStoreFailure.OPEN);
    wire.silent = true;
    for (var i = 0; i < 50; i++) {
      var _ = limiter.decide(by("u" + i));
    }

    time.leap(2 * ASK_LIFE);
    time.pass(MILLI);

    assertThat(limiter.stats().overdue()).isEqualTo(50);
    assertThat(limiter.stats().outages()).isZero();
  }

  /// The timer of a closed policy is over while its answer lies unread: it is read first.
  @Test
  void refusesNobodyWhoseAnswerIsThere() {
    var limiter = limiter(SETTINGS, OnStoreFailure.CLOSED);
    wire.busy = true;
    var decision = limiter.decide(by("a")).toCompletableFuture();
    time.pass(60 * MILLI);
    assertThat(decision).isNotDone();

    wire.getsOn();

    assertThat(decision.join().admitted()).isTrue();
    assertThat(decision.join().degraded()).isFalse();
  }

  /// But it does not wait for ever for itself.
  @Test
  void refusesAfterTwiceTheBudgetIfNothingIsRead() {
    var limiter = limiter(SETTINGS, OnStoreFailure.CLOSED);
    wire.busy = true;
    var decision = limiter.decide(by("a")).toCompletableFuture();

    time.pass(101 * MILLI);

    assertThat(decision.join().outcome()).isEqualTo(Outcome.UNAVAILABLE);
  }

  /// Two strict nodes fetch each token for the request that waits. One that comes late is not lost
  /// if the policy waits that long; a burst of ten would be gone after ten slow answers.
  @Test
  void keepsTheTokensOfAStrictPolicyWhileItWaits() {
    wire.takesMs = 30;
    var policy =
        Policy.named("p").rate(1, SECOND).burst(9).strict().onStoreFailure(OnStoreFailure.CLOSED);
    var limiter =
        Limiter.with(wire)
            .timing(time)
            .members(Gateways.nodes(4))
            .settings(SETTINGS.withKeysMax(64, SECOND))
            .policies(Policies.of(policy.build()))
            .build();
    for (var i = 0; i < 6; i++) {
      var decision = limiter.decide(by("a")).toCompletableFuture();
      time.pass(40 * MILLI);
      assertThat(decision.join().admitted()).as("request %d", i).isTrue();
    }
  }
}
