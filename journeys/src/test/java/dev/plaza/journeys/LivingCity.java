package dev.plaza.journeys;

import dev.plaza.dev.city.City;
import dev.plaza.dev.city.CityOptions;
import dev.plaza.dev.city.CitySettings;
import java.io.IOException;
import java.io.UncheckedIOException;

/// A city without customers of its own, for tests that want theirs cooked and carried.
final class LivingCity {

  private LivingCity() {}

  static City over(Stack stack, int couriers) {
    var settings = CitySettings.QUIET.at(Stack.TIME_FACTOR).withCustomers(false).declining(0.05);
    try {
      return City.start(
          new CityOptions(
              stack.url("gateway"), "127.0.0.1", 0, 11, Kitchen.PLACE, couriers, settings));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
