package dev.plaza.bench.limit;

import dev.plaza.bench.limit.Contender.Allowance;
import java.util.Arrays;

/// The arrival curve B + r·t, held against the times of all admissions.
final class Curve {

  private Curve() {}

  /// The most that any interval admitted above the curve, in tokens; below 0: it was never reached.
  static double excess(long[] admittedAt, Allowance allowance) {
    long[] times = admittedAt.clone();
    Arrays.sort(times);
    double level = 0;
    double highest = 0;
    for (int i = 0; i < times.length; i++) {
      double seconds = i == 0 ? 0 : (times[i] - times[i - 1]) / 1e9;
      level = Math.max(0, level - seconds * allowance.rate()) + 1;
      highest = Math.max(highest, level);
    }
    return highest - allowance.burst();
  }

  /// What was admitted, by what a single bucket would have under the same flood.
  static double share(long[] admittedAt, Allowance allowance, double seconds) {
    return admittedAt.length / (allowance.burst() + allowance.rate() * seconds);
  }
}
