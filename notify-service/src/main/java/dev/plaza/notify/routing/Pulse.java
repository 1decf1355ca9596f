package dev.plaza.notify.routing;

import java.time.Duration;

/// The recent answers of one provider as this instance saw them.
final class Pulse {

  private final int failuresMax;
  private final int callsMin;
  private final double failureShare;
  private final long windowNanos;
  private int inARow;
  private int calls;
  private int failures;
  private long windowBegan;

  Pulse(int failuresMax, int callsMin, double failureShare, Duration window) {
    this.failuresMax = failuresMax;
    this.callsMin = callsMin;
    this.failureShare = failureShare;
    this.windowNanos = window.toNanos();
  }

  /// @return whether the breaker should open
  synchronized boolean beat(boolean failed, long nanos) {
    if (nanos - windowBegan > windowNanos) {
      windowBegan = nanos;
      calls = 0;
      failures = 0;
    }
    calls++;
    failures += failed ? 1 : 0;
    inARow = failed ? inARow + 1 : 0;
    boolean open = inARow >= failuresMax || (calls >= callsMin && failures >= calls * failureShare);
    if (open) {
      inARow = 0;
      calls = 0;
      failures = 0;
    }
    return open;
  }
}
