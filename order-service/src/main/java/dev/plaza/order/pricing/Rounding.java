package dev.plaza.order.pricing;

import java.math.BigInteger;

/// The one rounding rule: halves go up. For amounts that are not negative.
final class Rounding {

  private Rounding() {}

  /// `amount * numerator / denominator`, rounded half up. Exact: nothing overflows on the way.
  ///
  /// @throws ArithmeticException when the result is no long
  static long halfUp(long amount, long numerator, long denominator) {
    if (amount < 0 || numerator < 0 || denominator <= 0) {
      throw new IllegalArgumentException("only for what is not negative");
    }
    long high = Math.multiplyHigh(amount, numerator);
    long low = amount * numerator;
    if (high == 0 && low >= 0 && low <= Long.MAX_VALUE - denominator / 2) {
      return (low + denominator / 2) / denominator;
    }
    var doubled = BigInteger.valueOf(amount).multiply(BigInteger.valueOf(numerator)).shiftLeft(1);
    var divisor = BigInteger.valueOf(denominator);
    return doubled.add(divisor).divide(divisor.shiftLeft(1)).longValueExact();
  }
}
