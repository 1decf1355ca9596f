package dev.plaza.catalog.hours;

import java.time.Clock;
import java.time.ZoneId;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Timetables by what they depend on: thousands of places share a few hundred of them.
public final class Timetables {

  /// Beyond that many different ones, a new one is made for every question.
  private static final int KEPT_MAX = 50_000;

  private final Map<Key, Timetable> kept = new ConcurrentHashMap<>();
  private final Clock clock;

  public Timetables(Clock clock) {
    this.clock = clock;
  }

  private record Key(
      @Nullable String hours, ZoneId zone, @Nullable String country, double lat, double lon) {}

  /// @param country ISO 3166 alpha-2 for the public holidays; null: that of the zone
  public Timetable of(
      @Nullable String hours, ZoneId zone, @Nullable String country, double lat, double lon) {
    var anywhere = new Key(hours, zone, country, 0, 0);
    var found = kept.get(anywhere);
    if (found != null) {
      return found;
    }
    var read = OpeningHours.parse(hours);
    var key = read.usesSun() ? new Key(hours, zone, country, lat, lon) : anywhere;
    var known = kept.get(key);
    if (known != null) {
      return known;
    }
    var made = new Timetable(read, HoursPlace.of(zone, country, lat, lon), clock);
    if (kept.size() < KEPT_MAX) {
      kept.put(key, made);
    }
    return made;
  }
}
