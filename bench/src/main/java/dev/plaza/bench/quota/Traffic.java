package dev.plaza.bench.quota;

import java.util.Arrays;
import java.util.SplittableRandom;

/// Which offer is asked for next: `P(k) ∝ 1 / k^s`, and, in a flash sale, half of all requests the
/// first.
final class Traffic {

  private final String name;
  private final double[] cumulated;
  private final double flash;
  private final long limit;

  private Traffic(String name, int offers, double exponent, double flash, long limit) {
    this.name = name;
    this.flash = flash;
    this.limit = limit;
    cumulated = new double[offers];
    double sum = 0;
    for (int at = 0; at < offers; at++) {
      sum += Math.pow(at + 1.0, -exponent);
      cumulated[at] = sum;
    }
  }

  static Traffic hot() {
    return new Traffic("one offer", 1, 0, 0, 1L << 40);
  }

  static Traffic zipf(double exponent) {
    return new Traffic("Zipf " + exponent, 100_000, exponent, 0, 10_000);
  }

  static Traffic flashSale() {
    return new Traffic("flash sale", 100_000, 1.0, 0.5, 1_000_000);
  }

  int next(SplittableRandom random) {
    if (flash > 0 && random.nextDouble() < flash) {
      return 0;
    }
    double at = random.nextDouble() * cumulated[cumulated.length - 1];
    int found = Arrays.binarySearch(cumulated, at);
    return Math.min(found < 0 ? -found - 1 : found, cumulated.length - 1);
  }

  String name() {
    return name;
  }

  int offers() {
    return cumulated.length;
  }

  /// Limit of each offer.
  long limit() {
    return limit;
  }
}
