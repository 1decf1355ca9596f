package dev.plaza.dev.city;

import dev.plaza.dev.web.Json;
import java.util.HashMap;
import java.util.Map;

/// What can be changed while the city lives.
///
/// @param timeFactor couriers ride this much faster, kitchens need this much less time
/// @param ordersEveryS mean seconds between two orders at an average hour
/// @param customers whether customers order at all
/// @param declineRate share of offers that couriers turn down
/// @param troubleRate share of the customers' orders that ask for a scripted behaviour
/// @param paused nobody does anything
public record CitySettings(
    double timeFactor,
    double ordersEveryS,
    boolean customers,
    double declineRate,
    double troubleRate,
    boolean paused) {

  public static final CitySettings QUIET = new CitySettings(12, 20, true, 0.08, 0.06, false);

  public CitySettings {
    if (!(timeFactor >= 1 && timeFactor <= 1_000)) {
      throw new IllegalArgumentException("time_factor must be 1 to 1000, not " + timeFactor);
    }
    if (!(ordersEveryS >= 0.01 && ordersEveryS <= 86_400)) {
      throw new IllegalArgumentException("orders_every_s must be 0.01 to 86400");
    }
    if (!(declineRate >= 0 && declineRate <= 1) || !(troubleRate >= 0 && troubleRate <= 1)) {
      throw new IllegalArgumentException("a rate must be between 0 and 1");
    }
  }

  CitySettings patched(Map<String, Object> patch) {
    var all = new HashMap<>(Json.object((Object) this));
    for (var name : patch.keySet()) {
      if (!all.containsKey(name)) {
        throw new IllegalArgumentException("no setting is called " + name);
      }
    }
    all.putAll(patch);
    return Json.read(Json.bytes(all), CitySettings.class);
  }

  public CitySettings at(double factor) {
    return new CitySettings(factor, ordersEveryS, customers, declineRate, troubleRate, paused);
  }

  public CitySettings every(double seconds) {
    return new CitySettings(timeFactor, seconds, customers, declineRate, troubleRate, paused);
  }

  public CitySettings withCustomers(boolean customers) {
    return new CitySettings(timeFactor, ordersEveryS, customers, declineRate, troubleRate, paused);
  }

  public CitySettings declining(double rate) {
    return new CitySettings(timeFactor, ordersEveryS, customers, rate, troubleRate, paused);
  }
}
