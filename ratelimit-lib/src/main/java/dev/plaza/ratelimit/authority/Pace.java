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
/// @param reserve for what nodes hold unspent
public record Pace(
    long period,
    long parts,
    long tolerance,
    long toleranceRest,
    long cold,
    int share,
    Reserve reserve)
    implements Terms {

  private static final long SECOND = 1_000_000;

  public Pace {
    if (period <= 0 || parts <= 0 || tolerance < 0 || toleranceRest < 0) {
      throw new IllegalArgumentException("no pace: " + period + "/" + parts + ", " + tolerance);
    }
  }

  public static Pace of(Rate rate, long burst, long cost) {
    return of(rate, burst, cost, Reserve.NONE);
  }

  public static Pace of(Rate rate, long burst, long cost, Reserve reserve) {
    var one = new Pace(rate.micros(), rate.tokens(), 0, 0, 0, -1, reserve);
    var tolerance = one.wholeOf(burst);
    var cold = Math.min(tolerance, Math.max(SECOND, one.wholeOf(cost) + 1));
    // A flush takes the count of what nodes hold too; most of that is dead after a brief life.
    var brief = reserve.briefMicros() > 0 ? reserve.briefMicros() : reserve.lifeMicros();
    return new Pace(
        rate.micros(),
        rate.tokens(),
        tolerance,
        one.restOf(burst),
        Math.max(0, cold - brief),
        -1,
        reserve);
  }

  /// The same bucket for a region that owns part of it: the rate shrinks, and the burst with it,
  /// so the tolerance in time stays.
  public Pace shared(int share) {
    if (share == 0) {
      return new Pace(period, parts, 0, 0, 0, 0, Reserve.NONE);
    }
    var wider = Math.multiplyExact(period, (long) Regions.Shares.WHOLE);
    var more = parts * share;
    var common = gcd(wider, more);
    return new Pace(
        wider / common,
        more / common,
        tolerance,
        0,
        cold,
        share,
        reserve.shared(share, Regions.Shares.WHOLE));
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
