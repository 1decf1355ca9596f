package dev.plaza.catalog.restaurant;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A delivery area as GeoJSON Polygon or MultiPolygon, in the tree form it is stored and sent in.
public final class GeoArea {

  private static final int POSITIONS_MAX = 2_000;

  private GeoArea() {}

  /// What is wrong with it; null: nothing.
  static @Nullable String flaw(Map<String, Object> area) {
    var polygons = polygons(area);
    if (polygons == null) {
      return "is not a GeoJSON Polygon or MultiPolygon";
    }
    int positions = 0;
    for (var polygon : polygons) {
      if (!(polygon instanceof List<?> rings) || rings.isEmpty()) {
        return "has a polygon without rings";
      }
      for (var ring : rings) {
        var flaw = ringFlaw(ring);
        if (flaw != null) {
          return flaw;
        }
        positions += ((List<?>) ring).size();
      }
    }
    return positions > POSITIONS_MAX ? "has more than " + POSITIONS_MAX + " positions" : null;
  }

  private static @Nullable List<?> polygons(Map<String, Object> area) {
    if (!(area.get("coordinates") instanceof List<?> coordinates) || coordinates.isEmpty()) {
      return null;
    }
    return switch (String.valueOf(area.get("type"))) {
      case "Polygon" -> List.of(coordinates);
      case "MultiPolygon" -> coordinates;
      default -> null;
    };
  }

  private static @Nullable String ringFlaw(Object ring) {
    if (!(ring instanceof List<?> positions) || positions.size() < 4) {
      return "has a ring of less than four positions";
    }
    for (var position : positions) {
      if (!(position instanceof List<?> pair)
          || pair.size() < 2
          || !inRange(pair.get(0), 180)
          || !inRange(pair.get(1), 90)) {
        return "has a position that is not [lon, lat] in degrees";
      }
    }
    return positions.getFirst().equals(positions.getLast())
        ? null
        : "has a ring that is not closed";
  }

  private static boolean inRange(@Nullable Object value, double max) {
    return value instanceof Number number && Math.abs(number.doubleValue()) <= max;
  }

  /// Inside a polygon and not in one of its holes.
  public static boolean contains(Map<String, Object> area, double lat, double lon) {
    var polygons = polygons(area);
    if (polygons == null) {
      return false;
    }
    for (var polygon : polygons) {
      var rings = (List<?>) polygon;
      boolean inside = inRing((List<?>) rings.getFirst(), lat, lon);
      for (int i = 1; inside && i < rings.size(); i++) {
        inside = !inRing((List<?>) rings.get(i), lat, lon);
      }
      if (inside) {
        return true;
      }
    }
    return false;
  }

  /// Even-odd rule.
  private static boolean inRing(List<?> ring, double lat, double lon) {
    boolean inside = false;
    var before = (List<?>) ring.getLast();
    for (var position : ring) {
      var here = (List<?>) position;
      double lat1 = degrees(before.get(1));
      double lat2 = degrees(here.get(1));
      if (lat1 > lat != lat2 > lat) {
        double lon1 = degrees(before.get(0));
        double lon2 = degrees(here.get(0));
        if (lon < lon1 + (lat - lat1) / (lat2 - lat1) * (lon2 - lon1)) {
          inside = !inside;
        }
      }
      before = here;
    }
    return inside;
  }

  private static double degrees(Object value) {
    return ((Number) value).doubleValue();
  }
}
