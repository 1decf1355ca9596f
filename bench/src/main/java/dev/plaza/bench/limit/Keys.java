package dev.plaza.bench.limit;

import java.util.Arrays;
import java.util.Random;

/// Keys, and which of them is asked for next.
final class Keys {

  private static final int DRAWN = 1 << 20;

  private Keys() {}

  static String[] named(int count) {
    var keys = new String[count];
    for (int i = 0; i < count; i++) {
      keys[i] = "user-%06d".formatted(i);
    }
    return keys;
  }

  /// Drawn by popularity: the n-th key has 1/n^exponent of the first's.
  static int[] zipf(int keys, double exponent) {
    double[] sums = new double[keys];
    double sum = 0;
    for (int i = 0; i < keys; i++) {
      sum += 1 / Math.pow(i + 1.0, exponent);
      sums[i] = sum;
    }
    var random = new Random(7);
    int[] drawn = new int[DRAWN];
    for (int i = 0; i < drawn.length; i++) {
      int at = Arrays.binarySearch(sums, random.nextDouble() * sum);
      drawn[i] = Math.min(keys - 1, at < 0 ? -at - 1 : at);
    }
    return drawn;
  }
}
