package dev.plaza.order.pricing;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/// Divides an amount by weights so that the parts sum to it exactly (largest remainder).
///
/// Each part is its exact share rounded down; what is left over goes, one unit each, to the largest
/// fractions, and among equals to the first. A part never exceeds its weight as long as the amount
/// does not exceed their sum.
final class Allocation {

  private Allocation() {}

  /// @param weights not negative; when all are 0 the amount must be 0
  static long[] of(long amount, long[] weights) {
    long[] parts = new long[weights.length];
    var sum = BigInteger.valueOf(Arrays.stream(weights).reduce(0, Math::addExact));
    if (sum.signum() == 0) {
      if (amount != 0) {
        throw new IllegalArgumentException("nothing to lay " + amount + " on");
      }
      return parts;
    }
    var fractions = new BigInteger[weights.length];
    long left = amount;
    for (int i = 0; i < weights.length; i++) {
      var exact =
          BigInteger.valueOf(amount)
              .multiply(BigInteger.valueOf(weights[i]))
              .divideAndRemainder(sum);
      parts[i] = exact[0].longValueExact();
      fractions[i] = exact[1];
      left -= parts[i];
    }
    IntStream.range(0, weights.length)
        .boxed()
        .sorted(Comparator.comparing((Integer i) -> fractions[i]).reversed())
        .limit(left)
        .forEach(i -> parts[i]++);
    return parts;
  }
}
