package dev.plaza.quota.shard;

import java.util.function.LongSupplier;

/// The right of this owner to write, by the monotonic clock. Renewed by any thread.
class Lease {

  private final LongSupplier nanoTime;
  private volatile long until;
  private volatile boolean given;
  private volatile boolean lost;

  Lease(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  synchronized void extend(long untilNanos) {
    if (!given || untilNanos - until > 0) {
      until = untilNanos;
      given = true;
    }
  }

  /// A newer epoch exists: it cannot be extended any more.
  void lose() {
    lost = true;
  }

  boolean valid() {
    return given && !lost && until - nanoTime.getAsLong() > 0;
  }

  boolean lost() {
    return lost;
  }
}
