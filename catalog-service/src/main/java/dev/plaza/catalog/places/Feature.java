package dev.plaza.catalog.places;

import dev.plaza.catalog.hours.OpeningHours;
import dev.plaza.catalog.restaurant.Profile;
import dev.plaza.contracts.Place;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What a GeoJSON feature with OSM tags says about a place, or why it cannot be one. Pure.
sealed interface Feature {

  /// @param kinds what a menu may be made up from: cuisines, then the kind of place
  record Known(String id, Profile profile, List<String> kinds) implements Feature {}

  /// @param reason stable code
  record Refused(@Nullable String id, String reason, String detail) implements Feature {}

  /// What holds for all features of a file.
  ///
  /// @param timezone null: each feature must say its own
  record File(@Nullable String timezone, @Nullable String attribution) {}

  Set<String> AMENITIES =
      Set.of(
          "restaurant", "cafe", "fast_food", "pub", "bar", "biergarten", "food_court", "ice_cream");

  Pattern OSM = Pattern.compile("(node|way|relation)/\\d{1,19}");
  Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._/-]{0,55}");
  String OSM_ATTRIBUTION = "(c) OpenStreetMap contributors, ODbL 1.0";
  int NAME_MAX = 120;
  int CUISINES_MAX = 10;

  static Feature of(JsonNode node, File file) {
    if (!node.isObject() || node.path("too_large").asBoolean(false)) {
      return new Refused(null, "not_a_feature", "is no GeoJSON feature of a usual size");
    }
    var id = text(node.path("id"));
    var tags = node.path("properties");
    if (id == null) {
      id = text(tags.path("@id"));
    }
    if (id == null || !ID.matcher(id).matches()) {
      return new Refused(null, "id_missing", "has no usable id such as node/1");
    }
    var location = location(node.path("geometry"));
    if (location == null) {
      return new Refused(id, "no_point", "has no Point with lon and lat in range");
    }
    var amenity = tag(tags, "amenity");
    if (amenity == null || !AMENITIES.contains(amenity)) {
      return new Refused(id, "no_food_place", "has no amenity that serves food");
    }
    var timezone = tag(tags, "timezone") == null ? file.timezone : tag(tags, "timezone");
    if (timezone == null || !ZoneId.getAvailableZoneIds().contains(timezone)) {
      return new Refused(id, "no_timezone", "neither it nor the file names an IANA time zone");
    }
    var name = name(tags, amenity);
    if (name.length() > NAME_MAX) {
      return new Refused(id, "long_name", "has a name of more than " + NAME_MAX + " characters");
    }
    return known(id, name, amenity, timezone, location, tags, file);
  }

  private static Known known(
      String id,
      String name,
      String amenity,
      String timezone,
      Place location,
      JsonNode tags,
      File file) {
    boolean osm = OSM.matcher(id).matches();
    var cuisines = cuisines(tags);
    var attribution = file.attribution == null ? (osm ? OSM_ATTRIBUTION : null) : file.attribution;
    var profile =
        new Profile(
            name,
            null,
            location,
            timezone,
            country(tags),
            "EUR",
            hours(tags),
            cuisines,
            null,
            null,
            0,
            address(tags),
            1_000,
            5_000,
            null,
            prepMinutes(amenity),
            null,
            new Profile.Source(osm ? "openstreetmap" : "geojson", id, attribution));
    var kinds = new ArrayList<>(cuisines);
    kinds.add(amenity);
    return new Known((osm ? "osm-" : "geo-") + id.replace('/', '-'), profile, kinds);
  }

  /// Some places have no name on the map; they are called by what and where they are.
  private static String name(JsonNode tags, String amenity) {
    var name = tag(tags, "name") == null ? tag(tags, "brand") : tag(tags, "name");
    if (name != null) {
      return name;
    }
    var kind =
        switch (amenity) {
          case "cafe" -> "Café";
          case "fast_food" -> "Imbiss";
          case "pub" -> "Pub";
          case "bar" -> "Bar";
          case "ice_cream" -> "Eissalon";
          default -> "Restaurant";
        };
    var street = address(tags).street();
    return street == null ? kind : kind + ", " + street;
  }

  private static @Nullable Place location(JsonNode geometry) {
    var position = geometry.path("coordinates");
    if (!"Point".equals(text(geometry.path("type")))
        || !position.path(0).isNumber()
        || !position.path(1).isNumber()) {
      return null;
    }
    double lon = position.path(0).doubleValue();
    double lat = position.path(1).doubleValue();
    return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? new Place(lat, lon) : null;
  }

  private static List<String> cuisines(JsonNode tags) {
    var cuisine = tag(tags, "cuisine");
    var found = new java.util.LinkedHashSet<String>();
    if (cuisine != null) {
      for (var part : cuisine.split("[;,]", -1)) {
        var slug = part.strip().toLowerCase(Locale.ROOT).replaceAll("[\\s-]+", "_");
        if (!slug.isEmpty() && slug.length() <= 40 && found.size() < CUISINES_MAX) {
          found.add(slug);
        }
      }
    }
    for (var diet : List.of("vegan", "vegetarian")) {
      if ("only".equals(tag(tags, "diet:" + diet))) {
        found.add(diet);
      }
    }
    return List.copyOf(found);
  }

  private static Profile.Address address(JsonNode tags) {
    var street = tag(tags, "addr:street");
    var number = tag(tags, "addr:housenumber");
    return new Profile.Address(
        street == null || number == null ? street : street + " " + number,
        tag(tags, "addr:city"),
        tag(tags, "addr:postcode"),
        tag(tags, "addr:country"));
  }

  private static @Nullable String country(JsonNode tags) {
    var country = tag(tags, "addr:country");
    return country != null && country.matches("[A-Z]{2}") ? country : null;
  }

  private static @Nullable String hours(JsonNode tags) {
    var hours = tag(tags, "opening_hours");
    return hours == null || hours.length() > OpeningHours.LENGTH_MAX ? null : hours;
  }

  private static int prepMinutes(String amenity) {
    return switch (amenity) {
      case "fast_food", "ice_cream" -> 12;
      case "cafe", "bar", "pub" -> 15;
      default -> 20;
    };
  }

  private static @Nullable String tag(JsonNode tags, String name) {
    return text(tags.path(name));
  }

  /// Text that PostgreSQL and JSON can hold, without blanks around it; null: nothing of use.
  private static @Nullable String text(JsonNode node) {
    if (!node.isString() && !node.isIntegralNumber()) {
      return null;
    }
    var text = node.asString().strip();
    boolean sound = text.codePoints().noneMatch(it -> it == 0 || (it >= 0xD800 && it <= 0xDFFF));
    return text.isEmpty() || !sound ? null : text;
  }
}
