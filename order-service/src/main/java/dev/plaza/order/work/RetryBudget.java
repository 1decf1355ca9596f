package dev.plaza.order.work;

import java.util.concurrent.atomic.AtomicLong;

/// Keeps retries from multiplying the load on something that is already in trouble.
///
/// Each first attempt earns `share` of a retry, up to a reserve; a retry costs one. The reserve is
/// full at the start, so that a few failures in a quiet hour are retried at once.
final class RetryBudget {

  private static final long UNIT = 1_000;

  private final long earned;
  private final long reserve;
  private final AtomicLong credit;

  RetryBudget(double share, int reserve) {
    this.earned = Math.round(share * UNIT);
    this.reserve = reserve * UNIT;
    this.credit = new AtomicLong(this.reserve);
  }

  void attempted() {
    credit.updateAndGet(it -> Math.min(reserve, it + earned));
  }

  /// @return false when retries must wait
  boolean spend() {
    return credit.getAndUpdate(it -> it >= UNIT ? it - UNIT : it) >= UNIT;
  }
}
