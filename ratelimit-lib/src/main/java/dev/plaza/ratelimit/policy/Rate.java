package dev.plaza.ratelimit.policy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;

/// A number of tokens in a time, as an exact fraction in lowest terms: `tokens` in every `micros`.
///
/// Exact, because a period rounded to whole microseconds drifts: 3 per second is one token in
/// 333,333⅓ µs, and 1 per 10 s is one in 10,000,000 µs, never 0.1 of something.
public record Rate(long tokens, long micros) {

  static final long TOKENS_MAX = 1_000_000_000L;
  static final Duration PER_MIN = Duration.ofMillis(1);
  static final Duration PER_MAX = Duration.ofDays(366);

  public Rate {
    if (tokens <= 0 || micros <= 0) {
      throw new IllegalArgumentException("a rate needs tokens and a time above 0");
    }
    long common = gcd(tokens, micros);
    tokens /= common;
    micros /= common;
    if (tokens > TOKENS_MAX) {
      throw new IllegalArgumentException("a rate of more than " + TOKENS_MAX + " tokens");
    }
  }

  public static Rate of(long tokens, Duration per) {
    return of(BigDecimal.valueOf(tokens), per);
  }

  public static Rate of(double tokens, Duration per) {
    if (Double.isNaN(tokens) || Double.isInfinite(tokens)) {
      throw new IllegalArgumentException("a rate must be a finite number, not " + tokens);
    }
    return of(BigDecimal.valueOf(tokens), per);
  }

  /// A decimal rate is exact too: 0.1 per second is 1 in 10 s.
  public static Rate of(BigDecimal tokens, Duration per) {
    if (tokens.signum() <= 0) {
      throw new IllegalArgumentException("a rate must be above 0");
    }
    if (tokens.compareTo(BigDecimal.valueOf(TOKENS_MAX)) > 0) {
      throw new IllegalArgumentException("a rate must be at most " + TOKENS_MAX);
    }
    if (tokens.stripTrailingZeros().scale() > 9) {
      throw new IllegalArgumentException("a rate has at most 9 decimals");
    }
    if (per.compareTo(PER_MIN) < 0 || per.compareTo(PER_MAX) > 0 || per.toNanos() % 1000 != 0) {
      throw new IllegalArgumentException("a rate is per 1 ms to 366 days, in whole microseconds");
    }
    var scale = Math.max(0, tokens.stripTrailingZeros().scale());
    var count = tokens.movePointRight(scale).toBigIntegerExact();
    var time = BigInteger.TEN.pow(scale).multiply(BigInteger.valueOf(per.toNanos() / 1000));
    var common = count.gcd(time);
    try {
      return new Rate(count.divide(common).longValueExact(), time.divide(common).longValueExact());
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException("a rate that is too fine to be exact", e);
    }
  }

  public double perSecond() {
    return tokens * 1e6 / micros;
  }

  private static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }
}
