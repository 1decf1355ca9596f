package dev.plaza.dispatch.matching;

/// How long a courier rides. Must be pure; the triangle inequality may fail (rounding).
@FunctionalInterface
public interface TravelTimes {

  /// Seconds from one place to another, never negative.
  double seconds(Spot from, Spot to);
}
