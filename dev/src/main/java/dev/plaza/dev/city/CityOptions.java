package dev.plaza.dev.city;

import dev.plaza.dev.client.Geo.Point;
import java.net.URI;

/// How to start a city.
///
/// @param port of the control API, 0: any free one
/// @param couriers how many there are
/// @param settings what can be changed later
public record CityOptions(
    URI gateway,
    String host,
    int port,
    long seed,
    Point centre,
    int couriers,
    CitySettings settings) {

  public static final int PORT = 8091;
  static final int COURIERS_MAX = 2_000;

  public CityOptions {
    if (couriers < 0 || couriers > COURIERS_MAX) {
      throw new IllegalArgumentException("couriers must be 0 to " + COURIERS_MAX);
    }
  }
}
