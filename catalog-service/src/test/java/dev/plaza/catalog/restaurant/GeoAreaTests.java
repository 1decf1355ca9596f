package dev.plaza.catalog.restaurant;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GeoAreaTests {

  private static final List<List<Double>> SQUARE =
      List.of(
          List.of(16.0, 48.0),
          List.of(17.0, 48.0),
          List.of(17.0, 49.0),
          List.of(16.0, 49.0),
          List.of(16.0, 48.0));
  private static final List<List<Double>> HOLE =
      List.of(
          List.of(16.4, 48.4),
          List.of(16.6, 48.4),
          List.of(16.6, 48.6),
          List.of(16.4, 48.6),
          List.of(16.4, 48.4));

  @Test
  void insideIsInsideAndNotInAHole() {
    Map<String, Object> area = Map.of("type", "Polygon", "coordinates", List.of(SQUARE, HOLE));

    assertThat(GeoArea.flaw(area)).isNull();
    assertThat(GeoArea.contains(area, 48.2, 16.2)).isTrue();
    assertThat(GeoArea.contains(area, 48.5, 16.5)).isFalse();
    assertThat(GeoArea.contains(area, 47.9, 16.5)).isFalse();
  }

  @Test
  void eachPolygonOfAMultiPolygonCounts() {
    Map<String, Object> area =
        Map.of("type", "MultiPolygon", "coordinates", List.of(List.of(HOLE), List.of(SQUARE)));

    assertThat(GeoArea.contains(area, 48.2, 16.2)).isTrue();
    assertThat(GeoArea.contains(area, 48.5, 16.5)).isTrue();
  }

  @Test
  void brokenAreasAreNamed() {
    assertThat(GeoArea.flaw(Map.of("type", "Point", "coordinates", List.of(1, 2)))).isNotNull();
    assertThat(GeoArea.flaw(Map.of("type", "Polygon"))).isNotNull();
    assertThat(GeoArea.flaw(polygon(SQUARE.subList(0, 3)))).contains("four positions");
    assertThat(GeoArea.flaw(polygon(SQUARE.subList(0, 4)))).contains("not closed");
    assertThat(
            GeoArea.flaw(
                polygon(
                    List.of(
                        List.of(16.0, 48.0),
                        List.of(200.0, 48.0),
                        List.of(17.0, 49.0),
                        List.of(16.0, 48.0)))))
        .contains("[lon, lat]");
    assertThat(GeoArea.flaw(Map.of("type", "Polygon", "coordinates", List.of("x")))).isNotNull();
  }

  private static Map<String, Object> polygon(List<List<Double>> ring) {
    return Map.of("type", "Polygon", "coordinates", List.of(ring));
  }
}
