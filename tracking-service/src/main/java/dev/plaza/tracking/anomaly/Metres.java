package dev.plaza.tracking.anomaly;

import dev.plaza.contracts.Place;

/// Distances on the ground.
final class Metres {

  private static final double EARTH_RADIUS = 6_371_008.8;

  private Metres() {}

  /// Great circle (haversine).
  static double between(Place a, Place b) {
    double lat = Math.toRadians(b.lat() - a.lat());
    double lon = Math.toRadians(b.lon() - a.lon());
    double h =
        square(Math.sin(lat / 2))
            + Math.cos(Math.toRadians(a.lat()))
                * Math.cos(Math.toRadians(b.lat()))
                * square(Math.sin(lon / 2));
    return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(h)));
  }

  private static double square(double x) {
    return x * x;
  }
}
