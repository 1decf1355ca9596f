package dev.plaza.quota.shard;

import dev.plaza.quota.log.StateInput;
import dev.plaza.quota.log.StateOutput;
import java.io.IOException;

/// A recently seen rate per second, decaying and robust to bursts: the smaller of a quick average
/// (time constant 1 s) and three times a slow one (10 s). A burst moves the quick average at once
/// but is believed only as far as the slow one follows; silence is believed within a second.
///
/// Moments are of the wall clock, so that the next owner of a shard goes on from the former's rate.
/// Both are exponentially decayed sums `s ← s·e^(-dt/τ) + n`, so that `s/τ` is the rate.
final class RecentRate {

  private static final double QUICK_SECONDS = 1;
  private static final double SLOW_SECONDS = 10;
  private static final double TRUST = 3;

  private double quick;
  private double slow;
  private long at;

  void add(long units, long nowMillis) {
    decay(nowMillis);
    quick += units;
    slow += units;
  }

  double perSecond(long nowMillis) {
    decay(nowMillis);
    return Math.min(quick / QUICK_SECONDS, TRUST * slow / SLOW_SECONDS);
  }

  /// What it consists of.
  record Sums(double quick, double slow, long at) {

    void write(StateOutput into) throws IOException {
      into.number(Double.doubleToRawLongBits(quick));
      into.number(Double.doubleToRawLongBits(slow));
      into.number(at);
    }

    static Sums read(StateInput from) throws IOException {
      return new Sums(
          Double.longBitsToDouble(from.number()),
          Double.longBitsToDouble(from.number()),
          from.number());
    }
  }

  Sums sums() {
    return new Sums(quick, slow, at);
  }

  void restore(Sums it) {
    quick = it.quick;
    slow = it.slow;
    at = it.at;
  }

  private void decay(long nowMillis) {
    long elapsed = nowMillis - at;
    if (elapsed <= 0) {
      return;
    }
    double seconds = elapsed / 1000.0;
    quick *= Math.exp(-seconds / QUICK_SECONDS);
    slow *= Math.exp(-seconds / SLOW_SECONDS);
    at = nowMillis;
  }
}
