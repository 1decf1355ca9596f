package dev.plaza.dispatch.courier;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.contracts.Place;
import dev.plaza.dispatch.travel.CityTravel;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CourierCellsTests {

  private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

  @Test
  void findsTheNeighbourInAnotherCell() {
    var cells = CourierCells.of(List.of(at("a", new Place(10.95888, 106.52806))));

    assertThat(cells.near(new Place(10.95286, 106.52680), 1_000)).hasSize(1);
    assertThat(cells.near(new Place(10.95286, 106.52680), 600)).isEmpty();
  }

  @Test
  void knowsNoEdgeOfTheMap() {
    var cells = CourierCells.of(List.of(at("a", new Place(51.5, -179.999))));

    assertThat(cells.near(new Place(51.5, 179.999), 1_000)).hasSize(1);
  }

  @Test
  void findsAtAnyRadiusWhatADirectComparisonFinds() {
    var random = new Random(6);
    var couriers = new ArrayList<Courier>();
    for (int i = 0; i < 400; i++) {
      couriers.add(
          at(
              "c" + i,
              new Place(48.1 + 0.3 * random.nextDouble(), 16.2 + 0.4 * random.nextDouble())));
    }
    var cells = CourierCells.of(couriers);
    for (int i = 0; i < 50; i++) {
      var place = new Place(48.1 + 0.3 * random.nextDouble(), 16.2 + 0.4 * random.nextDouble());
      double radius = 100 + random.nextInt(10_000);

      assertThat(cells.near(place, radius))
          .containsExactlyInAnyOrderElementsOf(
              couriers.stream()
                  .filter(it -> CityTravel.meters(place, it.location()) <= radius)
                  .toList());
    }
  }

  private static Courier at(String id, Place place) {
    return new Courier(
        id, CourierStatus.ONLINE, 1, Vehicle.BICYCLE, 4.5, 0, 0, place, NOW, NOW, NOW);
  }
}
