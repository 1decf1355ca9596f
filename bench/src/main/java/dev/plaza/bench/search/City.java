package dev.plaza.bench.search;

import dev.plaza.catalog.hours.Timetable;
import dev.plaza.catalog.hours.Timetables;
import dev.plaza.catalog.search.Listing;
import java.time.Clock;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Places spread over a city as places are: dense in the middle, thin outside. Seeded.
record City(List<Listing> places) {

  static final double LAT = 48.2082;
  static final double LON = 16.3738;

  /// Degrees of one standard deviation: about 5 km of latitude.
  private static final double SPREAD = 0.045;

  private static final List<String> CUISINES =
      List.of(
          "pizza",
          "italian",
          "thai",
          "ramen",
          "kebab",
          "burger",
          "viennese",
          "indian",
          "sushi",
          "vegan",
          "chinese",
          "cafe");

  private static final List<String> HOURS =
      List.of("Mo-Su 11:00-23:00", "Mo-Fr 11:00-15:00,17:30-22:00", "24/7", "Tu-Su 18:00-02:00");

  static City of(int size) {
    var random = new Random(42);
    var timetables = new Timetables(Clock.systemUTC());
    var zone = ZoneId.of("Europe/Vienna");
    var places = new ArrayList<Listing>(size);
    for (int i = 0; i < size; i++) {
      double lat = LAT + random.nextGaussian() * SPREAD;
      double lon = LON + random.nextGaussian() * SPREAD * 1.5;
      places.add(place("p" + i, lat, lon, random, hours(timetables, zone, random)));
    }
    return new City(places);
  }

  private static Timetable hours(Timetables timetables, ZoneId zone, Random random) {
    String hours = HOURS.get(random.nextInt(HOURS.size()));
    return timetables.of(hours, zone, "AT", LAT, LON);
  }

  private static Listing place(
      String id, double lat, double lon, Random random, Timetable timetable) {
    String first = CUISINES.get(random.nextInt(CUISINES.size()));
    String second = CUISINES.get(random.nextInt(CUISINES.size()));
    double rating = Math.round((2.5 + random.nextDouble() * 2.5) * 10) / 10.0;
    return new Listing(
        id,
        new Listing.Order(1, 1),
        lat,
        lon,
        id,
        id,
        List.of(first, second),
        1 + random.nextInt(4),
        rating,
        random.nextInt(1000),
        15,
        null,
        timetable,
        null);
  }
}
