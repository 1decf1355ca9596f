package dev.plaza.ratelimit;

import dev.plaza.ratelimit.Decision.Outcome;
import dev.plaza.ratelimit.Standing.Verdict;
import java.util.ArrayList;
import java.util.List;

/// Decides while an authority does not answer: first from the tokens that are still held, then by
/// each policy's word, open or closed. All or nothing here too.
final class Alone {

  private final Limiter limiter;
  private final Counters counters;

  Alone(Limiter limiter, Counters counters) {
    this.limiter = limiter;
    this.counters = counters;
  }

  /// @param leased from the tokens held; else from the fallback of the bucket
  private record Part(Bucket bucket, Standing standing, long cost, boolean leased) {}

  Decision decide(Request request, long now) {
    var parts = new ArrayList<Part>();
    for (var limit : limiter.plan(request).limits) {
      var bucket = limiter.bucket(limit, request, now);
      parts.add(part(bucket, limit.cost * request.units, now));
    }
    var outcome = outcome(parts);
    if (outcome != Outcome.ADMITTED) {
      parts.forEach(Alone::putBack);
    }
    count(outcome);
    return new Decision(
        outcome,
        request.units,
        parts.stream().anyMatch(it -> !it.leased),
        parts.stream().map(Part::standing).toArray(Standing[]::new));
  }

  private static Part part(Bucket bucket, long cost, long now) {
    var ready = bucket.readyAt(cost, now);
    if (cost == 0 || bucket.take(cost, now) >= 0) {
      return new Part(bucket, bucket.standing(Verdict.ADMITS, now, now), cost, true);
    }
    if (ready - now > 0) {
      return new Part(bucket, bucket.standing(Verdict.DENIES, now, ready), cost, true);
    }
    if (!bucket.limit.open) {
      return new Part(bucket, bucket.standing(Verdict.UNAVAILABLE, now, now), cost, false);
    }
    var wait = bucket.fallback.take(bucket, cost, now);
    var standing =
        wait == Fallback.ADMITTED
            ? bucket.fallback.standing(bucket, Verdict.ADMITS, now, now)
            : bucket.fallback.standing(bucket, Verdict.DENIES, now, now + wait);
    return new Part(bucket, standing, cost, false);
  }

  /// Over a limit is over a limit, whatever else could not be asked.
  private static Outcome outcome(List<Part> parts) {
    var outcome = Outcome.ADMITTED;
    for (var part : parts) {
      switch (part.standing.verdict) {
        case DENIES, NEVER -> {
          return Outcome.DENIED;
        }
        case UNAVAILABLE -> outcome = Outcome.UNAVAILABLE;
        case ADMITS -> {}
      }
    }
    return outcome;
  }

  private static void putBack(Part part) {
    if (part.standing.verdict != Verdict.ADMITS || part.cost == 0) {
      return;
    }
    if (part.leased) {
      part.bucket.putBack(part.cost);
    } else {
      part.bucket.fallback.putBack(part.bucket, part.cost);
    }
  }

  private void count(Outcome outcome) {
    switch (outcome) {
      case ADMITTED -> counters.aloneAdmitted.increment();
      case UNAVAILABLE -> counters.unavailable.increment();
      case DENIED, TOO_COSTLY, ANONYMOUS -> counters.aloneDenied.increment();
    }
  }
}
