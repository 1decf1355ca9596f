package dev.plaza.dev.client;

/// Flat-earth arithmetic, good enough within a city.
public final class Geo {

  private static final double METRES_PER_DEGREE = 111_320;

  private Geo() {}

  public record Point(double lat, double lon) {

    public double metresTo(Point other) {
      return Math.hypot(north(other), east(other));
    }

    /// Clockwise from north, [0, 360).
    public double bearingTo(Point other) {
      var degrees = Math.toDegrees(Math.atan2(east(other), north(other)));
      return (degrees + 360) % 360;
    }

    /// `metres` further on the straight line to `other`, at most there.
    public Point towards(Point other, double metres) {
      var distance = metresTo(other);
      if (distance <= metres) {
        return other;
      }
      var share = metres / distance;
      return new Point(lat + (other.lat - lat) * share, lon + (other.lon - lon) * share);
    }

    public Point moved(double northMetres, double eastMetres) {
      return new Point(
          lat + northMetres / METRES_PER_DEGREE,
          lon + eastMetres / (METRES_PER_DEGREE * Math.cos(Math.toRadians(lat))));
    }

    private double north(Point other) {
      return (other.lat - lat) * METRES_PER_DEGREE;
    }

    private double east(Point other) {
      return (other.lon - lon) * METRES_PER_DEGREE * Math.cos(Math.toRadians(lat));
    }
  }
}
