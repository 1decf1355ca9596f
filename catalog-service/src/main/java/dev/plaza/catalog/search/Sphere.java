package dev.plaza.catalog.search;

/// Points as unit vectors: no special case at a pole or at the antimeridian.
final class Sphere {

  /// Mean radius of the earth (IUGG).
  static final double RADIUS_M = 6_371_008.8;

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

  static double metres(double chord2) {
    return 2 * RADIUS_M * Math.asin(Math.min(1, Math.sqrt(chord2) / 2));
  }
}
