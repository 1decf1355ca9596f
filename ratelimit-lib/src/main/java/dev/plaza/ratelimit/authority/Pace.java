package dev.plaza.ratelimit.authority;

import dev.plaza.ratelimit.policy.Rate;
import dev.plaza.ratelimit.policy.Regions;

/// A token bucket in the arithmetic of GCRA. One token takes `period / parts` microseconds; all
/// times are whole microseconds plus parts of one, so no rate drifts.
///
/// A bucket is one time, its TAT (theoretical arrival time): when it will be full again. Taking
/// `c` tokens moves it `c · T` later, and is allowed while it stays at most `tolerance` ahead of
/// now. Hence level = (tolerance − (TAT − now)) / T, and burst = tolerance / T.
///
/// @param period microseconds in which `parts` tokens come
/// @param tolerance whole microseconds of burst · T, with `toleranceRest` parts
/// @param cold how much of the tolerance a bucket has whose state a flush took
/// @param share ten-thousandths of the limit that this region owns, or -1 if all
public record Pace(
    long period, long parts, long tolerance, long toleranceRest, long cold, int share)
    implements Terms {

  private static final long SECOND = 1_000_000;

  public Pace {
    if (period <= 0 || parts <= 0 || tolerance < 0 || toleranceRest < 0) {
      throw new IllegalArgumentException("no pace: " + period + "/" + parts + ", " + tolerance);
    }
  }

  /// @param reserve microseconds kept back from the tolerance, so that what nodes hold unspent
  ///     never adds to a full bucket; at least `cost` tokens are left
  public static Pace of(Rate rate, long burst, long cost, long reserve) {
    var one = new Pace(rate.micros(), rate.tokens(), 0, 0, 0, -1);
    var full = one.wholeOf(burst);
    var needed = one.wholeOf(cost);
    var tolerance = full;
    var rest = one.restOf(burst);
    if (reserve > 0 && burst > 0) {
      tolerance = Math.max(full - reserve, needed + (one.restOf(cost) > 0 ? 1 : 0));
      rest = tolerance >= full ? rest : 0;
      tolerance = Math.min(tolerance, full);
    }
    var cold = Math.min(tolerance, Math.max(SECOND, needed + 1));
    return new Pace(rate.micros(), rate.tokens(), tolerance, rest, cold, -1);
  }

  /// The same bucket for a region that owns part of it: the rate shrinks, and the burst with it,
  /// so the tolerance in time stays.
  public Pace shared(int share) {
    if (share == 0) {
      return new Pace(period, parts, 0, 0, 0, 0);
    }
    var wider = Math.multiplyExact(period, (long) Regions.Shares.WHOLE);
    var more = parts * share;
    var common = gcd(wider, more);
    return new Pace(wider / common, more / common, tolerance, 0, cold, share);
  }

  private static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }

  /// Whole microseconds of one token.
  public long whole() {
    return period / parts;
  }

  /// The parts of a microsecond that one token takes beyond [#whole].
  public long rest() {
    return period % parts;
  }

  /// Whole microseconds that `tokens` take.
  long wholeOf(long tokens) {
    return tokens * whole() + tokens * rest() / parts;
  }

  /// The parts of a microsecond beyond [#wholeOf].
  long restOf(long tokens) {
    return tokens * rest() % parts;
  }

  /// Microseconds for one token.
  public double microsPerToken() {
    return whole() + (double) rest() / parts;
  }

  /// How many whole tokens fit into a time.
  long tokensIn(long micros, long rest) {
    if (micros < 0) {
      return 0;
    }
    var tokens = (long) Math.floor((micros + (double) rest / parts) / microsPerToken());
    while (tokens > 0 && longer(tokens, micros, rest)) {
      tokens--;
    }
    while (!longer(tokens + 1, micros, rest)) {
      tokens++;
    }
    return tokens;
  }

  private boolean longer(long tokens, long micros, long rest) {
    var whole = wholeOf(tokens);
    return whole > micros || (whole == micros && restOf(tokens) > rest);
  }

  /// The most tokens at once.
  public long burst() {
    return tokensIn(tolerance, toleranceRest);
  }
}
