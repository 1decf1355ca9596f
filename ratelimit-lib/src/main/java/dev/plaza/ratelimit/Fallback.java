package dev.plaza.ratelimit;

/// Decides for one bucket while its authority does not answer: a limiter of this node alone, at
/// the node's share r/N of the rate and B/N of the burst.
///
/// It starts from what the authority said last, so that a bucket that was empty is not full for
/// being unreachable. What it admits is owed, and settled with the first answer, so that the
/// bucket which filled up meanwhile is no second burst.
final class Fallback {

  static final long ADMITTED = 0;

  private boolean began;

  /// Of a rate: when this node's part is full again.
  private long tat;

  /// Of a quota: what is left of this node's part, in the window that ends then.
  private long left;

  private long windowEndsAt;
  private long owed;
  private long owedInFlight;

  /// [#ADMITTED], or in how many nanos it may be.
  synchronized long take(Bucket bucket, long cost, long now) {
    return bucket.limit.quota == null ? ofRate(bucket, cost, now) : ofQuota(bucket, cost, now);
  }

  private long ofRate(Bucket bucket, long cost, long now) {
    var nodes = bucket.lane.members.nodes();
    var takes = (long) Math.ceil(bucket.nanosPerToken * nodes * cost);
    var tolerance = Math.max(bucket.toleranceNanos, takes);
    if (!began) {
      began = true;
      var level = Math.clamp(now - bucket.mark(), 0, bucket.toleranceNanos);
      tat = level == bucket.toleranceNanos ? now : now + tolerance - level;
    }
    tat = Math.max(tat, now);
    var wait = tat + takes - tolerance - now;
    if (wait > 0) {
      return wait;
    }
    tat += takes;
    owe(bucket, cost, nodes);
    return ADMITTED;
  }

  private long ofQuota(Bucket bucket, long cost, long now) {
    var nodes = bucket.lane.members.nodes();
    if (!began || now - windowEndsAt >= 0) {
      var sameWindow = bucket.known() && now - bucket.windowEndsAt < 0;
      left = sameWindow ? bucket.mark() / nodes : Math.max(cost, bucket.limit.tokens / nodes);
      windowEndsAt = bucket.supply.windowEnds(now);
      began = true;
    }
    if (left < cost) {
      return Math.max(1, windowEndsAt - now);
    }
    left -= cost;
    owe(bucket, cost, nodes);
    return ADMITTED;
  }

  /// How this node's part stands: what the authority said last has nothing to do with it.
  synchronized Standing standing(Bucket bucket, Standing.Verdict verdict, long now, long readyAt) {
    var mark = left;
    if (bucket.limit.quota == null) {
      var level = Math.max(0, bucket.toleranceNanos - Math.max(0, tat - now));
      mark = now - level / bucket.lane.members.nodes();
    }
    return new Standing(bucket, verdict, now, 0, mark, readyAt);
  }

  /// For a request that another policy refused.
  synchronized void putBack(Bucket bucket, long cost) {
    tat -= (long) Math.ceil(bucket.nanosPerToken * bucket.lane.members.nodes() * cost);
    left += cost;
    owed = Math.max(0, owed - cost);
  }

  /// A node owes at most its part of the burst: more than that the rate has brought back since.
  private void owe(Bucket bucket, long cost, int nodes) {
    var part =
        bucket.limit.quota == null ? Math.ceilDiv(bucket.supply.burst(), nodes) : Long.MAX_VALUE;
    owed = Math.min(owed + cost, Math.max(part, cost));
  }

  synchronized boolean owes() {
    return owed > 0;
  }

  synchronized long takeDebt() {
    var debt = owed;
    owedInFlight += debt;
    owed = 0;
    return debt;
  }

  /// The authority has charged the debt; the next outage starts from what it says now.
  synchronized void settled(long debt) {
    owedInFlight -= debt;
    began &= owed + owedInFlight > 0;
  }

  /// The answer came after all, when nobody believed in it any more.
  synchronized void settledAfterAll(long debt) {
    owed = Math.max(0, owed - debt);
  }

  /// Nobody knows whether the debt was charged. Charging it twice loses tokens, dropping it would
  /// make some.
  synchronized void unsettled(long debt) {
    owedInFlight -= debt;
    owed += debt;
  }
}
