package dev.plaza.tracking.position;

import dev.plaza.contracts.Place;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/// Which pings become fixes. Pure.
///
/// Bounds are inclusive: a ping exactly `skew` ahead or exactly `ageMax` old is accepted.
record PingRules(Duration skew, Duration ageMax) {

  private static final double SPEED_MPS_MAX = 1_000;
  private static final double ACCURACY_M_MAX = 100_000;

  /// What became of a ping.
  sealed interface Outcome {
    record Accepted(Fix fix) implements Outcome {}

    record Refused(String code) implements Outcome {}
  }

  Outcome check(String courierId, @Nullable Ping ping, Instant now) {
    if (ping == null || ping.lat() == null || ping.lon() == null || ping.ts() == null) {
      return new Outcome.Refused("incomplete");
    }
    if (!within(ping.lat(), -90, 90)
        || !within(ping.lon(), -180, 180)
        || !withinOrAbsent(ping.accuracyM(), 0, ACCURACY_M_MAX)
        || !withinOrAbsent(ping.speedMps(), 0, SPEED_MPS_MAX)
        || !withinOrAbsent(ping.bearingDeg(), 0, 360)) {
      return new Outcome.Refused("out_of_range");
    }
    if (ping.ts().isAfter(now.plus(skew))) {
      return new Outcome.Refused("in_future");
    }
    if (ping.ts().isBefore(now.minus(ageMax))) {
      return new Outcome.Refused("too_old");
    }
    return new Outcome.Accepted(
        new Fix(
            courierId,
            new Place(ping.lat(), ping.lon()),
            ping.accuracyM(),
            ping.speedMps(),
            turned(ping.bearingDeg()),
            ping.ts().truncatedTo(ChronoUnit.MILLIS),
            now.truncatedTo(ChronoUnit.MILLIS)));
  }

  /// NaN is within nothing.
  private static boolean within(double value, double min, double max) {
    return value >= min && value <= max;
  }

  private static boolean withinOrAbsent(@Nullable Double value, double min, double max) {
    return value == null || within(value, min, max);
  }

  /// North is 0, not 360.
  private static @Nullable Double turned(@Nullable Double bearing) {
    return bearing != null && bearing == 360 ? Double.valueOf(0) : bearing;
  }
}
