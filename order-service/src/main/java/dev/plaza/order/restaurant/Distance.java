package dev.plaza.order.restaurant;

import dev.plaza.contracts.Place;

/// Metres between two places along a great circle (haversine, mean earth radius).
public final class Distance {

  private static final double EARTH_RADIUS_M = 6_371_008.8;

  private Distance() {}

  public static double metres(Place a, Place b) {
    double latA = Math.toRadians(a.lat());
    double latB = Math.toRadians(b.lat());
    double sinLat = Math.sin((latB - latA) / 2);
    double sinLon = Math.sin(Math.toRadians(b.lon() - a.lon()) / 2);
    double h = sinLat * sinLat + Math.cos(latA) * Math.cos(latB) * sinLon * sinLon;
    return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(h)));
  }
}
