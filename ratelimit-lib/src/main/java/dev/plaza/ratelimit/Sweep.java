package dev.plaza.ratelimit;

import java.util.concurrent.CompletableFuture;

/// Walks over the buckets now and then: tokens whose time is over go back, debts are settled. A
/// piece at a time, so that many buckets cost no more per second than few.
final class Sweep {

  private static final int PIECES = 4;
  private static final int ALL = Integer.MAX_VALUE;

  private final Buckets buckets;
  private final Returns returns;
  private final Timing timing;
  private final long everyNanos;
  private volatile boolean ended;
  private int piece;

  Sweep(Buckets buckets, Returns returns, Timing timing, LimiterSettings settings) {
    this.buckets = buckets;
    this.returns = returns;
    this.timing = timing;
    this.everyNanos = Math.max(1, settings.leaseLife().toNanos() / 2);
  }

  void begin() {
    timing.after(everyNanos, this::step);
  }

  private void step() {
    if (ended) {
      return;
    }
    var now = timing.nanos();
    buckets.forEach(piece++ % PIECES, PIECES, it -> collect(it, now));
    var _ = returns.flush(now, 1);
    begin();
  }

  private void collect(Bucket bucket, long now) {
    if (bucket.limit.isOutdated() && !bucket.isRetired()) {
      bucket.retire();
      returns.add(bucket, bucket.returnable(now) ? bucket.drain() : 0);
    } else if (bucket.hasExpired(now)) {
      returns.add(bucket, bucket.salvage(now));
    }
    if (bucket.fallback.owes() && !bucket.asking()) {
      returns.settle(bucket);
    }
  }

  /// An authority answers again: what was spent meanwhile is charged before it can be granted
  /// a second time. Or policies have changed: what is held of the old ones goes back.
  void settleAll() {
    var now = timing.nanos();
    buckets.forEach(0, 1, it -> collect(it, now));
    var _ = returns.flush(now, 1);
  }

  /// Gives everything back; done when the authorities have answered.
  CompletableFuture<Void> end() {
    ended = true;
    var now = timing.nanos();
    buckets.forEach(
        0,
        1,
        it -> {
          it.retire();
          returns.add(it, it.returnable(now) ? it.drain() : 0);
          if (it.fallback.owes()) {
            returns.settle(it);
          }
        });
    return returns.flush(now, ALL);
  }
}
