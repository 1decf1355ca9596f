package dev.plaza.order.restaurant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.plaza.contracts.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeliveryAreaTests {

  /// A ten-cornered area in the east of Belfast.
  private static final DeliveryArea BELFAST =
      area(
          "Polygon",
          List.of(
              ring(
                  -5.86124, 54.59559, -5.87010, 54.59380, -5.87790, 54.59430, -5.88050, 54.59660,
                  -5.87840, 54.59980, -5.87300, 54.60310, -5.86600, 54.60520, -5.85800, 54.60590,
                  -5.85100, 54.60510, -5.84655, 54.60356)));

  @ParameterizedTest
  @CsvSource({
    "54.596106, -5.875207, true",
    "54.5956,   -5.8612,   false",
    "54.62,     -5.86,     false"
  })
  void readsAnAreaOfManyCorners(double lat, double lon, boolean inside) {
    assertThat(BELFAST.covers(new Place(lat, lon))).isEqualTo(inside);
  }

  @Test
  void neverTakesLatitudeForLongitude() {
    assertThat(BELFAST.covers(new Place(-5.875207, 54.596106))).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "0,   0,   true", // a corner
    "0,   5,   true", // on an edge
    "10,  10,  true", // the far corner
    "5,   5,   false", // in the hole
    "4,   5,   true", // the hole's edge belongs to the area
    "2,   2,   true",
    "5,   -1e-6, false",
    "5,   10.000001, false"
  })
  void anEdgeIsInsideAndAHoleIsNot(double lat, double lon, boolean inside) {
    var area =
        area(
            "Polygon",
            List.of(ring(0, 0, 10, 0, 10, 10, 0, 10, 0, 0), ring(4, 4, 6, 4, 6, 6, 4, 6, 4, 4)));

    assertThat(area.covers(new Place(lat, lon))).isEqualTo(inside);
  }

  @ParameterizedTest
  @CsvSource({
    "-17, 179.5,  true",
    "-17, -179.5, true",
    "-17, 180,    true",
    "-17, -180,   true",
    "-17, 178.9,  false",
    "-17, -178.9, false",
    "-17, 0,      false"
  })
  void anAreaMayCrossTheAntimeridian(double lat, double lon, boolean inside) {
    var wrapped = ring(179, -18, -179, -18, -179, -16, 179, -16, 179, -18);
    var unrolled = ring(179, -18, 181, -18, 181, -16, 179, -16, 179, -18);
    var west = ring(179, -18, 180, -18, 180, -16, 179, -16, 179, -18);
    var east = ring(-180, -18, -179, -18, -179, -16, -180, -16, -180, -18);

    var place = new Place(lat, lon);
    assertThat(area("Polygon", List.of(wrapped)).covers(place)).isEqualTo(inside);
    assertThat(area("Polygon", List.of(unrolled)).covers(place)).isEqualTo(inside);
    assertThat(area("MultiPolygon", List.of(List.of(west), List.of(east))).covers(place))
        .isEqualTo(inside);
  }

  @Test
  void aRadiusIncludesItsEdge() {
    var center = new Place(48.2082, 16.3738);
    var there = new Place(48.2182, 16.3738);
    int metres = (int) Math.ceil(Distance.metres(center, there));

    assertThat(new DeliveryArea.Radius(center, metres).covers(there)).isTrue();
    assertThat(new DeliveryArea.Radius(center, metres - 1).covers(there)).isFalse();
    assertThat(new DeliveryArea.Radius(center, 0).covers(center)).isTrue();
  }

  @Test
  void anotherContinentIsOutOfEveryRadius() {
    var area = new DeliveryArea.Radius(new Place(48.2082, 16.3738), 20_000);

    assertThat(area.covers(new Place(-33.8688, 151.2093))).isFalse();
  }

  @Test
  void aRadiusReachesOverTheAntimeridianAndThePole() {
    var fiji = new DeliveryArea.Radius(new Place(-17, 179.999), 1_000);
    var pole = new DeliveryArea.Radius(new Place(89.999, 0), 1_000);

    assertThat(fiji.covers(new Place(-17, -179.999))).isTrue();
    assertThat(pole.covers(new Place(89.999, 180))).isTrue();
    assertThat(pole.covers(new Place(-89.999, 0))).isFalse();
  }

  @Test
  void refusesWhatIsNoArea() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DeliveryArea.ofGeoJson(Map.of("type", "Point")));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> area("Polygon", List.of(List.of(List.of(1, 2), List.of(3, 4)))));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> area("Polygon", List.of(List.of("a", "b", "c"))));
    assertThatIllegalArgumentException().isThrownBy(() -> area("Polygon", List.of()));
  }

  private static DeliveryArea area(String type, List<?> coordinates) {
    return DeliveryArea.ofGeoJson(Map.of("type", type, "coordinates", coordinates));
  }

  private static List<List<Double>> ring(double... lonLat) {
    var ring = new ArrayList<List<Double>>();
    for (int i = 0; i < lonLat.length; i += 2) {
      ring.add(List.of(lonLat[i], lonLat[i + 1]));
    }
    return ring;
  }
}
