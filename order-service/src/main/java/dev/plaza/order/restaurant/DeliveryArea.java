package dev.plaza.order.restaurant;

import dev.plaza.contracts.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Where a restaurant delivers to. Its edge belongs to it.
public sealed interface DeliveryArea {

  boolean covers(Place place);

  record Radius(Place center, int metres) implements DeliveryArea {
    @Override
    public boolean covers(Place place) {
      return Distance.metres(center, place) <= metres;
    }
  }

  record Polygons(List<Polygon> polygons) implements DeliveryArea {
    @Override
    public boolean covers(Place place) {
      return polygons.stream().anyMatch(it -> it.covers(place));
    }
  }

  /// Reads a GeoJSON Polygon or MultiPolygon (RFC 7946: positions are lon, lat).
  ///
  /// @throws IllegalArgumentException when it is neither
  static DeliveryArea ofGeoJson(Map<String, Object> tree) {
    return switch (String.valueOf(tree.get("type"))) {
      case "Polygon" -> new Polygons(List.of(polygon(tree.get("coordinates"))));
      case "MultiPolygon" ->
          new Polygons(list(tree.get("coordinates")).stream().map(DeliveryArea::polygon).toList());
      case String type -> throw new IllegalArgumentException("no area: " + type);
    };
  }

  private static Polygon polygon(@Nullable Object rings) {
    var read = new ArrayList<Polygon.Ring>();
    for (Object ring : list(rings)) {
      List<?> positions = list(ring);
      double[] lons = new double[positions.size()];
      double[] lats = new double[positions.size()];
      for (int i = 0; i < lons.length; i++) {
        List<?> position = list(positions.get(i));
        lons[i] = number(position, 0);
        lats[i] = number(position, 1);
      }
      read.add(Polygon.Ring.of(lons, lats));
    }
    if (read.isEmpty()) {
      throw new IllegalArgumentException("a polygon without rings");
    }
    return new Polygon(read.getFirst(), List.copyOf(read.subList(1, read.size())));
  }

  private static List<?> list(@Nullable Object value) {
    if (value instanceof List<?> list) {
      return list;
    }
    throw new IllegalArgumentException("a list was expected in coordinates");
  }

  private static double number(List<?> position, int index) {
    if (position.size() > index
        && position.get(index) instanceof Number number
        && Double.isFinite(number.doubleValue())) {
      return number.doubleValue();
    }
    throw new IllegalArgumentException("a position needs longitude and latitude");
  }
}
