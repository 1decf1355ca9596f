package dev.plaza.contracts;

/// A point on the earth, WGS 84 degrees: `lat` in [-90, 90], `lon` in [-180, 180].
public record Place(double lat, double lon) {
  public Place {
    if (!(lat >= -90 && lat <= 90)) {
      throw new IllegalArgumentException("lat out of range: " + lat);
    }
    if (!(lon >= -180 && lon <= 180)) {
      throw new IllegalArgumentException("lon out of range: " + lon);
    }
  }
}
