package dev.plaza.dispatch.travel;

import java.time.Duration;

/// Rides at 5 m/s on straight streets.
public final class TestTravel {

  private TestTravel() {}

  public static CityTravel city() {
    return new CityTravel(
        new TravelProperties(5, 1, 1, Duration.ofSeconds(90), Duration.ofSeconds(120)));
  }
}
