package dev.plaza.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

/// The checker of the theorem. Takes a merged log of admissions in the order of time and proves
/// admitted(s, t) <= bound + r · (t - s) for all s < t at once: a leaky bucket that drains at r
/// never holds more than the bound.
final class ArrivalCurve {

  private static final double ROUNDING = 1e-6;

  private final double perMicro;
  private double level;
  private double highest;
  private double admitted;
  private long last = Long.MIN_VALUE;

  ArrivalCurve(double perSecond) {
    this.perMicro = perSecond / 1e6;
  }

  void admit(long micros, long tokens) {
    if (last != Long.MIN_VALUE) {
      assertThat(micros).as("the log is in the order of time").isGreaterThanOrEqualTo(last);
      level = Math.max(0, level - (micros - last) * perMicro);
    }
    last = micros;
    level += tokens;
    admitted += tokens;
    highest = Math.max(highest, level);
  }

  /// The least bound that holds for the log.
  double highest() {
    return highest;
  }

  double level() {
    return level;
  }

  double admitted() {
    return admitted;
  }

  boolean within(double bound) {
    return highest <= bound + ROUNDING;
  }
}
