package dev.plaza.dispatch.travel;

import dev.plaza.contracts.Place;
import dev.plaza.dispatch.matching.Spot;
import dev.plaza.dispatch.matching.TravelTimes;
import java.time.Duration;

/// Rides in the city: great-circle distance, stretched by the streets, at the usual speed. Spots
/// are degrees, x = longitude.
public final class CityTravel implements TravelTimes {

  private static final double EARTH_RADIUS_M = 6_371_008.8;

  private final double metersPerSecond;
  private final Duration atRestaurant;
  private final Duration atCustomer;

  CityTravel(TravelProperties properties) {
    this.metersPerSecond = properties.speedMps() * properties.timeFactor() / properties.detour();
    this.atRestaurant = scaled(properties.atRestaurant(), properties);
    this.atCustomer = scaled(properties.atCustomer(), properties);
  }

  private static Duration scaled(Duration real, TravelProperties properties) {
    return Duration.ofMillis(Math.round(real.toMillis() / properties.timeFactor()));
  }

  @Override
  public double seconds(Spot from, Spot to) {
    return meters(from.y(), from.x(), to.y(), to.x()) / metersPerSecond;
  }

  public Duration between(Place from, Place to) {
    return Duration.ofMillis(Math.round(1000 * seconds(spot(from), spot(to))));
  }

  /// How long a ride of that many metres, as the crow flies, takes.
  public double secondsFor(double meters) {
    return meters / metersPerSecond;
  }

  public Duration atRestaurant() {
    return atRestaurant;
  }

  public Duration atCustomer() {
    return atCustomer;
  }

  public static Spot spot(Place place) {
    return new Spot(place.lon(), place.lat());
  }

  /// Haversine.
  public static double meters(Place from, Place to) {
    return meters(from.lat(), from.lon(), to.lat(), to.lon());
  }

  private static double meters(double lat1, double lon1, double lat2, double lon2) {
    double phi1 = Math.toRadians(lat1);
    double phi2 = Math.toRadians(lat2);
    double sinLat = Math.sin((phi2 - phi1) / 2);
    double sinLon = Math.sin(Math.toRadians(lon2 - lon1) / 2);
    double h = sinLat * sinLat + Math.cos(phi1) * Math.cos(phi2) * sinLon * sinLon;
    return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(h)));
  }
}
