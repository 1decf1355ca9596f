package dev.plaza.catalog.search;

/// Points as unit vectors: no special case at a pole or at the antimeridian.
final class Sphere {

  /// Mean radius of the earth (IUGG).
  static final double RADIUS_M = 6_371_008.8;

  /// Up to here, about 60 km, the series is off by less than a micrometre.
  private static final double SHORT = 1e-4;

  private Sphere() {}

  static double x(double lat, double lon) {
    return Math.cos(Math.toRadians(lat)) * Math.cos(Math.toRadians(lon));
  }

  static double y(double lat, double lon) {
    return Math.cos(Math.toRadians(lat)) * Math.sin(Math.toRadians(lon));
  }

  static double z(double lat) {
    return Math.sin(Math.toRadians(lat));
  }

  /// Square of the straight line through the earth, for a distance over ground.
  static double chord2(double metres) {
    double half = Math.sin(Math.min(metres / RADIUS_M, Math.PI) / 2);
    return 4 * half * half;
  }

  /// Distance over ground of a chord: the arc sine, by its series where that is exact enough.
  static double metres(double chord2) {
    double chord = Math.sqrt(chord2);
    return chord2 < SHORT
        ? RADIUS_M * chord * (1 + chord2 * (1 / 24.0 + chord2 * (3 / 640.0)))
        : 2 * RADIUS_M * Math.asin(Math.min(1, chord / 2));
  }
}
