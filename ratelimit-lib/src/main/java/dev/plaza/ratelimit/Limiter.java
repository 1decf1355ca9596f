package dev.plaza.ratelimit;

import dev.plaza.ratelimit.Decision.Outcome;
import dev.plaza.ratelimit.Standing.Verdict;
import dev.plaza.ratelimit.authority.Authority;
import dev.plaza.ratelimit.policy.Policies;
import dev.plaza.ratelimit.policy.Regions;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Decides whether requests are within their limits.
///
/// Most decisions are made from tokens that this node holds already and cost nanoseconds. Tokens
/// are debited at the authority before they are held, which is why N nodes together admit at most
/// B + r·t in any time t, plus what they held when it began; strict policies keep that back, so
/// that nothing is added. The README has the theorem and its proof.
///
/// Never blocks; thread-safe.
public final class Limiter implements AutoCloseable {

  static final long PEEK_NANOS = 1_000_000_000;
  private static final long CLOSE_PATIENCE_MS = 500;

  private final Timing timing;
  private final boolean ownsTiming;
  private final LimiterSettings settings;
  private final String region;
  private final Lane local;
  private final Buckets buckets;
  private final Counters counters = new Counters();
  private final Returns returns;
  private final Asks asks;
  private final Sweep sweep;
  private volatile Rulebook rulebook;

  Limiter(LimiterBuilder builder) {
    this.ownsTiming = builder.timing == null;
    this.timing = builder.timing == null ? Timing.system() : builder.timing;
    this.settings = builder.settings;
    this.returns = new Returns(counters, timing);
    this.region = builder.region;
    this.local = builder.localLane(timing, this::settleDebts);
    this.buckets =
        new Buckets(settings, local, builder.regionLanes(timing, this::settleDebts), this::retired);
    this.asks = new Asks(this, timing, counters, returns);
    this.rulebook = new Rulebook(builder.policies, settings, region, null);
    this.sweep = new Sweep(buckets, returns, timing, settings);
    sweep.begin();
  }

  public static LimiterBuilder with(Authority authority) {
    return new LimiterBuilder(authority);
  }

  /// Puts these policies in force, from the next decision on. What did not change keeps its
  /// tokens; of what changed, the authority keeps the tokens that are used.
  public synchronized void use(Policies policies) {
    rulebook = new Rulebook(policies, settings, region, rulebook);
    buckets.renew();
    // What is held of the old ones is wanted under the new.
    timing.after(0, sweep::settleAll);
  }

  public Policies policies() {
    return rulebook.policies;
  }

  /// Decides, within the budget: at once if that is possible, which it is for all but the first
  /// request of a key, else when the authority has answered. What depends on it runs on the
  /// thread that brings the answer and must not block.
  public CompletionStage<Decision> decide(Request request) {
    var decision = tryDecide(request);
    return decision == null ? asks.await(request) : CompletableFuture.completedFuture(decision);
  }

  /// The same for a thread that may wait for the budget.
  public Decision await(Request request) {
    var decision = tryDecide(request);
    return decision == null ? asks.await(request).toCompletableFuture().join() : decision;
  }

  /// Decides from what this node knows and holds; null if it must ask.
  public @Nullable Decision tryDecide(Request request) {
    var plan = rulebook.plan(request);
    var now = plan.exact ? timing.nanos() : timing.recentNanos();
    var only = plan.only;
    return only == null ? decideAll(plan, request, now) : decideOne(only, request, now);
  }

  @Nullable Decision decideAt(Request request, long now) {
    var plan = rulebook.plan(request);
    var only = plan.only;
    return only == null ? decideAll(plan, request, now) : decideOne(only, request, now);
  }

  private @Nullable Decision decideOne(Limit limit, Request request, long now) {
    var cost = limit.cost * request.units;
    var known = request.bucket;
    // Of a bucket that is in use no more nothing can be taken. Who only looks takes nothing, and
    // is not told what was true when the tokens came.
    if (cost > 0 && known != null && known.limit == limit) {
      var spent = known.take(cost, now);
      if (spent >= 0) {
        return admitted(known, request, spent, now);
      }
    }
    var bucket = buckets.of(limit, request, now);
    request.bucket = bucket;
    var spent = cost == 0 ? -1 : bucket.take(cost, now);
    if (spent >= 0) {
      return admitted(bucket, request, spent, now);
    }
    var standing = withoutTokens(bucket, cost, now);
    return standing == null
        ? null
        : new Decision(outcome(standing.verdict), request.units, standing);
  }

  private Decision admitted(Bucket bucket, Request request, long spent, long now) {
    if (spent >= bucket.prefetchAt) {
      asks.prefetch(bucket, now);
    }
    return new Decision(
        Outcome.ADMITTED, request.units, bucket.standing(Verdict.ADMITS, spent, now, now));
  }

  /// The standing of a bucket that does not hold the cost; null if the authority must be asked.
  @Nullable Standing withoutTokens(Bucket bucket, long cost, long now) {
    if (cost == 0) {
      return bucket.knownAt(now, PEEK_NANOS) ? bucket.standing(Verdict.ADMITS, now, now) : null;
    }
    if (cost > bucket.limit.tokens) {
      var verdict = bucket.limit.tokens == 0 ? Verdict.DENIES : Verdict.NEVER;
      return bucket.standing(verdict, now, Standing.NEVER);
    }
    if (bucket.readyAt(cost, now) - now <= 0) {
      return null;
    }
    // The given time may be a moment old, and nobody is refused who has waited long enough.
    var exactly = timing.nanos();
    var ready = bucket.readyAt(cost, exactly);
    if (ready - exactly <= 0 || bucket.doubtsAt(exactly, ready)) {
      return null;
    }
    bucket.refused(cost, exactly);
    return bucket.standing(Verdict.DENIES, exactly, ready);
  }

  private static Outcome outcome(Verdict verdict) {
    return switch (verdict) {
      case ADMITS -> Outcome.ADMITTED;
      case DENIES -> Outcome.DENIED;
      case NEVER -> Outcome.TOO_COSTLY;
      case UNAVAILABLE -> Outcome.UNAVAILABLE;
    };
  }

  private @Nullable Decision decideAll(Plan plan, Request request, long now) {
    var refusedBy = plan.anonymousRefusedBy;
    if (refusedBy != null) {
      return Decision.anonymous(refusedBy);
    }
    if (plan.limits.length + plan.shadows.length == 0) {
      return Decision.UNLIMITED;
    }
    return new AllOrNone(this, asks, request, now).decide(plan);
  }

  /// Gives the tokens of an admitted request back that turned out not to count. Once: a second
  /// call for the same decision does nothing. A strict rate keeps them.
  public void refund(Request request, Decision decision) {
    if (request.units == 0 || !decision.refundOnce()) {
      return;
    }
    var now = timing.nanos();
    for (var standing : decision.standings()) {
      if (!standing.violated()) {
        var bucket = buckets.of(standing.limit, request, now);
        var cost = standing.limit.cost * decision.units();
        if (!bucket.refund(cost, now)) {
          returns.add(bucket, cost);
        }
      }
    }
  }

  /// The bucket of a request under a policy that is shared out between regions.
  public Optional<ShareKey> shareKey(Request request, String policy) {
    var now = timing.nanos();
    for (var limit : plan(request).limits) {
      if (limit.policy.id().equals(policy)
          && limit.policy.regions() instanceof Regions.Shares shares) {
        var bucket = buckets.of(limit, request, now);
        return Optional.of(
            new ShareKey(bucket.name.key() + Supply.LEDGER, shares, bucket.toleranceNanos / 1000));
      }
    }
    return Optional.empty();
  }

  Plan plan(Request request) {
    return rulebook.plan(request);
  }

  Bucket bucket(Limit limit, Request request, long now) {
    return buckets.of(limit, request, now);
  }

  private void retired(Bucket bucket) {
    returns.add(bucket, bucket.returnable(timing.nanos()) ? bucket.drain() : 0);
    if (bucket.fallback.owes()) {
      returns.settle(bucket);
    }
  }

  private void settleDebts() {
    sweep.settleAll();
  }

  public LimiterStats stats() {
    return new LimiterStats(
        counters.asks.sum(),
        counters.overdue.sum(),
        counters.failures.sum(),
        counters.aloneAdmitted.sum(),
        counters.aloneDenied.sum(),
        counters.unavailable.sum(),
        counters.givenBack.sum(),
        buckets.created.sum(),
        buckets.overflowed.sum(),
        buckets.capacity(),
        local.breaker.outages(),
        local.breaker.state().name());
  }

  /// Begins to give back all tokens that are held; done when that is answered. Nothing more is
  /// kept for later from now on.
  public CompletionStage<Void> beginClose() {
    return sweep.end();
  }

  /// Gives back all tokens that are held. Waits for that, but not for long.
  @Override
  public void close() {
    beginClose()
        .toCompletableFuture()
        .completeOnTimeout(null, CLOSE_PATIENCE_MS, TimeUnit.MILLISECONDS)
        .exceptionally(_ -> null)
        .join();
    if (ownsTiming) {
      timing.close();
    }
  }
}
