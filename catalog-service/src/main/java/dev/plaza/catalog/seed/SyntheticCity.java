package dev.plaza.catalog.seed;

import dev.plaza.catalog.restaurant.Profile;
import dev.plaza.contracts.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Draws places that do not exist. Pure: the same properties, the same city.
final class SyntheticCity {

  private static final String LABEL = "Synthetic sample data: this place does not exist.";
  private static final double METRES_PER_DEGREE = 111_195;
  private static final double SPREAD_M = 2_200;
  private static final int AT_ANY_HOUR_EVERY = 8;

  private static final List<Kind> KINDS =
      List.of(
          new Kind("pizza", "Pizzeria", List.of("Vesuvio", "Bella Sera", "Tre Fontane", "Lido")),
          new Kind("italian", "Trattoria", List.of("Nonna Pia", "Al Ponte", "Limone", "Mirto")),
          new Kind("burger", "Burger", List.of("Bros.", "Depot", "& Fries", "Garage")),
          new Kind("kebab", "Kebap", List.of("Haus Deniz", "Palast", "Express", "Anker")),
          new Kind("chinese", "Golden", List.of("Lotus", "Wok", "Dragon", "Bamboo")),
          new Kind("vietnamese", "Phở", List.of("Mai", "Saigon Ecke", "Lan", "Garten")),
          new Kind("sushi", "Sushi", List.of("Kumo", "Hana", "Bar Umi", "Box")),
          new Kind("thai", "Thai", List.of("Orchidee", "Street Food", "Basil", "Sala")),
          new Kind("indian", "Indian", List.of("Palace", "Spice Route", "Tandoor", "Masala")),
          new Kind("austrian", "Gasthaus", List.of("Zur Linde", "Blauer Krug", "Lerche", "Kogler")),
          new Kind("austrian", "Beisl", List.of("am Eck", "Goldfasan", "Hopfen", "Neunerl")),
          new Kind("coffee_shop", "Café", List.of("Morgenrot", "Zeitung", "Kipferl", "Milchbar")),
          new Kind("vegan", "Green", List.of("Bowl", "Kitchen", "Corner", "Garden")),
          new Kind("ice_cream", "Eissalon", List.of("Polar", "Gelato Blu", "Stanitzel", "Kugel")),
          new Kind("sandwich", "Bäckerei", List.of("Kornblume", "Mohn", "Laib", "Frühauf")),
          new Kind("mexican", "Cantina", List.of("Sol", "Agave", "La Calle", "Tres")),
          new Kind("greek", "Taverna", List.of("Kyma", "Thalassa", "Delphi", "Meltemi")),
          new Kind("pub", "Pub", List.of("The Lantern", "Anchor", "Old Mill", "Fiddler")));

  private static final List<String> HOURS =
      List.of(
          "Mo-Su,PH 11:00-23:00",
          "Mo-Su,PH 11:00-22:00",
          "Mo-Fr 11:00-14:30,17:30-22:30; Sa,Su,PH 11:30-22:30",
          "Mo-Th 11:00-23:00; Fr,Sa 11:00-02:00; Su,PH 12:00-22:00",
          "Mo-Su 17:00-02:00",
          "Tu-Sa 17:30-24:00; Su,Mo,PH off",
          "Mo-Sa 08:00-20:00; Su,PH 09:00-18:00",
          "Mo-Su,PH 10:00-04:00",
          "Mo-Fr 07:00-19:00; Sa 08:00-14:00; Su,PH off",
          "Mo-Su,PH 16:00-01:00; Dec 24 off");

  private static final String AT_ANY_HOUR = "24/7";

  private static final List<String> STREETS =
      List.of("Mustergasse", "Beispielstraße", "Probeweg", "Sample Street", "Am Entwurf");

  private final SeedProperties properties;

  SyntheticCity(SeedProperties properties) {
    this.properties = properties;
  }

  private record Kind(String cuisine, String prefix, List<String> names) {}

  /// @param kinds what its menu is made up from
  record Drawn(String id, Profile profile, List<String> kinds) {}

  List<Drawn> draw() {
    var random = new Random(properties.number());
    var places = new ArrayList<Drawn>();
    for (int i = 0; i < properties.places(); i++) {
      places.add(place(i, random));
    }
    return places;
  }

  private Drawn place(int number, Random random) {
    var kind = KINDS.get(number % KINDS.size());
    var names = kind.names;
    int round = number / KINDS.size();
    var name = kind.prefix + " " + names.get(round % names.size());
    if (round >= names.size()) {
      name += " " + (round / names.size() + 1);
    }
    var id = "syn-%03d".formatted(number + 1);
    boolean atAnyHour = number % AT_ANY_HOUR_EVERY == 0;
    var profile =
        new Profile(
            name,
            null,
            location(random),
            properties.timezone(),
            "AT",
            "EUR",
            atAnyHour ? AT_ANY_HOUR : HOURS.get(random.nextInt(HOURS.size())),
            List.of(kind.cuisine),
            1 + random.nextInt(3),
            Math.round((3.2 + random.nextDouble() * 1.7) * 10) / 10.0,
            5 + random.nextInt(400),
            address(random),
            800 + 100L * random.nextInt(8),
            4_000 + 500 * random.nextInt(7),
            null,
            10 + random.nextInt(16),
            null,
            new Profile.Source("synthetic", id, LABEL));
    return new Drawn(id, profile, List.of(kind.cuisine));
  }

  private Place location(Random random) {
    double north = random.nextGaussian() * SPREAD_M;
    double east = random.nextGaussian() * SPREAD_M;
    double lat = properties.lat() + north / METRES_PER_DEGREE;
    double lon =
        properties.lon() + east / METRES_PER_DEGREE / Math.cos(Math.toRadians(properties.lat()));
    return new Place(rounded(lat), rounded(lon));
  }

  private static double rounded(double degrees) {
    return Math.round(degrees * 1e6) / 1e6;
  }

  private static Profile.Address address(Random random) {
    var street = STREETS.get(random.nextInt(STREETS.size())) + " " + (1 + random.nextInt(99));
    return new Profile.Address(street, "Wien", "1010", "AT");
  }
}
