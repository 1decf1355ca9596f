package dev.plaza.ratelimit;

import dev.plaza.ratelimit.Decision.Outcome;
import dev.plaza.ratelimit.Standing.Verdict;
import org.jspecify.annotations.Nullable;

/// One request under several limits: each of them takes its tokens, or none does.
final class AllOrNone {

  private final Limiter limiter;
  private final Asks asks;
  private final Request request;
  private final long now;

  AllOrNone(Limiter limiter, Asks asks, Request request, long now) {
    this.limiter = limiter;
    this.asks = asks;
    this.request = request;
    this.now = now;
  }

  /// Null if an authority must be asked.
  @Nullable Decision decide(Plan plan) {
    var buckets = new Bucket[plan.limits.length];
    var standings = new @Nullable Standing[buckets.length];
    var outcome = Outcome.ADMITTED;
    var unknown = false;
    for (var i = 0; i < buckets.length; i++) {
      var bucket = limiter.bucket(plan.limits[i], request, now);
      buckets[i] = bucket;
      if (bucket.heldAt(now) >= cost(bucket) && cost(bucket) > 0) {
        continue;
      }
      var standing = limiter.withoutTokens(bucket, cost(bucket), now);
      standings[i] = standing;
      unknown |= standing == null;
      if (standing != null && standing.violated()) {
        outcome = worse(outcome, standing.verdict);
      }
    }
    if (outcome == Outcome.ADMITTED) {
      if (unknown || !takeAll(buckets, standings)) {
        return null;
      }
    }
    var all = new Standing[buckets.length + plan.shadows.length];
    for (var i = 0; i < buckets.length; i++) {
      var standing = standings[i];
      all[i] = standing == null ? buckets[i].standing(Verdict.ADMITS, now, now) : standing;
    }
    for (var i = 0; i < plan.shadows.length; i++) {
      all[buckets.length + i] = watched(plan.shadows[i], outcome == Outcome.ADMITTED);
    }
    return new Decision(outcome, request.units, false, all);
  }

  private long cost(Bucket bucket) {
    return bucket.limit.cost * request.units;
  }

  private static Outcome worse(Outcome outcome, Verdict verdict) {
    return outcome == Outcome.TOO_COSTLY || verdict == Verdict.NEVER
        ? Outcome.TOO_COSTLY
        : Outcome.DENIED;
  }

  private boolean takeAll(Bucket[] buckets, @Nullable Standing[] standings) {
    for (var i = 0; i < buckets.length; i++) {
      var bucket = buckets[i];
      if (standings[i] != null) {
        continue; // a peek takes nothing
      }
      var spent = bucket.take(cost(bucket), now);
      if (spent < 0) {
        for (var j = 0; j < i; j++) {
          buckets[j].putBack(cost(buckets[j]));
        }
        return false;
      }
      standings[i] = bucket.standing(Verdict.ADMITS, spent, now, now);
      if (spent >= bucket.prefetchAt) {
        asks.prefetch(bucket, now);
      }
    }
    return true;
  }

  /// Shadow policies count what was admitted, and say what they would have refused.
  private Standing watched(Limit shadow, boolean admitted) {
    var bucket = limiter.bucket(shadow, request, now);
    var cost = cost(bucket);
    if (admitted && cost > 0) {
      var spent = bucket.take(cost, now);
      if (spent >= 0) {
        if (spent >= bucket.prefetchAt) {
          asks.prefetch(bucket, now);
        }
        return bucket.standing(Verdict.ADMITS, spent, now, now);
      }
      var standing = limiter.withoutTokens(bucket, cost, now);
      if (standing != null) {
        return standing;
      }
      asks.fetch(bucket, cost);
    }
    return bucket.standing(Verdict.ADMITS, now, now);
  }
}
