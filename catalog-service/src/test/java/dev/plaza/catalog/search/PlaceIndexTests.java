package dev.plaza.catalog.search;

import static dev.plaza.catalog.search.SearchFixture.NOON;
import static dev.plaza.catalog.search.SearchFixture.by;
import static dev.plaza.catalog.search.SearchFixture.ids;
import static dev.plaza.catalog.search.SearchFixture.near;
import static dev.plaza.catalog.search.SearchFixture.paused;
import static dev.plaza.catalog.search.SearchFixture.place;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.plaza.catalog.search.SearchQuery.Position;
import dev.plaza.catalog.search.SearchQuery.Sort;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PlaceIndexTests {

  private final PlaceIndex index = new PlaceIndex();

  /// G2
  @Test
  void placesAtThePolesAreNotNeighbours() {
    index.put(place("north", 90, 0));
    index.put(place("north too", 89.99, 120));
    index.put(place("south", -90, 0));
    index.put(place("south too", -89.99, -60));

    assertThat(ids(index.search(near(90, 57, 20_000)))).containsExactly("north", "north too");
    assertThat(ids(index.search(near(89.99, -60, 20_000)))).containsExactly("north", "north too");
    assertThat(ids(index.search(near(-90, 12, 20_000)))).containsExactly("south", "south too");
  }

  /// G3
  @Test
  void radiusReachesOverCells() {
    index.put(place("there", 10.95888, 106.52806));

    var hits = index.search(near(10.95286, 106.52680, 1_000));

    assertThat(ids(hits)).containsExactly("there");
    assertThat(hits.getFirst().distanceM()).isCloseTo(683, within(1.0));
    assertThat(index.search(near(10.95286, 106.52680, 682))).isEmpty();
  }

  /// G4; the report's distance is of a sphere that is 0.03 % larger.
  @Test
  void edgeOfTheRadiusIsIn() {
    index.put(place("edge", 85.00019260486917, 0.3515625));

    var hits = index.search(near(85, -0.15307903289794921875, 4_891.94));

    assertThat(ids(hits)).containsExactly("edge");
    assertThat(hits.getFirst().distanceM()).isCloseTo(4_891.938, within(2.0));
    double exact = hits.getFirst().distanceM();
    assertThat(index.search(near(85, -0.15307903289794921875, exact + 1e-6))).hasSize(1);
    assertThat(index.search(near(85, -0.15307903289794921875, exact - 1e-3))).isEmpty();
  }

  /// G6
  @Test
  void centreMovedAHairOverTheMeridianFindsTheSame() {
    var random = new Random(6);
    for (int i = 0; i < 500; i++) {
      double lon = random.nextDouble() * 0.2 - 0.1;
      index.put(place("zero" + i, 51.4 + random.nextDouble() * 0.1, lon));
      double far = 180 + lon;
      index.put(place("date" + i, -17.0 + random.nextDouble() * 0.1, far > 180 ? far - 360 : far));
    }

    assertThat(ids(index.search(near(51.45, 1e-8, 5_000))))
        .isEqualTo(ids(index.search(near(51.45, -1e-8, 5_000))))
        .isNotEmpty();
    assertThat(ids(index.search(near(-16.95, 180 - 1e-8, 5_000))))
        .isEqualTo(ids(index.search(near(-16.95, -180 + 1e-8, 5_000))))
        .isEqualTo(ids(index.search(near(-16.95, 180, 5_000))))
        .isNotEmpty();
  }

  @Test
  void findsExactlyWhatAFullScanFinds() {
    var random = new Random(7);
    var places = new ArrayList<Listing>();
    // Around the centres of icosahedron faces' corners, where cells are pentagons and most skewed.
    double[][] centres = {
      {48.2, 16.37},
      {64.7, 10.5},
      {58.28, -5.24},
      {39.1, 122.3},
      {-10, 57},
      {85, 0},
      {0, 0},
      {-33.8, 151.2},
      {50.1, -143.47},
      {2.3, -5.2},
      {23.7, -67.1},
      {10.44, 58.15}
    };
    for (var centre : centres) {
      for (int i = 0; i < 400; i++) {
        double lat = centre[0] + random.nextGaussian() * 0.12;
        double lon = centre[1] + random.nextGaussian() * 0.12;
        places.add(place("p" + places.size(), lat, lon));
      }
    }
    index.putAll(places);

    for (var centre : centres) {
      for (double radius : new double[] {50, 700, 3_000, 9_000, 20_000}) {
        double lat = centre[0] + random.nextGaussian() * 0.05;
        double lon = centre[1] + random.nextGaussian() * 0.05;
        var expected =
            places.stream()
                .filter(it -> metres(it, lat, lon) <= radius)
                .sorted(Comparator.comparingDouble(it -> metres(it, lat, lon)))
                .map(Listing::id)
                .toList();
        assertThat(ids(index.search(near(lat, lon, radius)))).isEqualTo(expected);
        assertThat(ids(index.search(by(near(lat, lon, radius), Sort.DISTANCE, 20))))
            .isEqualTo(expected.stream().limit(20).toList());
      }
    }
  }

  private static double metres(Listing it, double lat, double lon) {
    double a =
        Math.pow(Math.sin(Math.toRadians(it.lat() - lat) / 2), 2)
            + Math.cos(Math.toRadians(lat))
                * Math.cos(Math.toRadians(it.lat()))
                * Math.pow(Math.sin(Math.toRadians(it.lon() - lon) / 2), 2);
    return 2 * Sphere.RADIUS_M * Math.asin(Math.sqrt(a));
  }

  @Test
  void placeThatMovesIsFoundOnlyWhereItIs() {
    index.put(place("a", 48.2, 16.37));
    index.put(place("b", 48.2001, 16.37));
    var moved = place("a", 48.9, 16.37);
    index.put(paused(moved, null, 2));

    assertThat(ids(index.search(near(48.2, 16.37, 1_000)))).containsExactly("b");
    assertThat(ids(index.search(near(48.9, 16.37, 1_000)))).containsExactly("a");
    index.remove("a");
    index.remove("nobody");
    assertThat(index.search(near(48.9, 16.37, 1_000))).isEmpty();
    assertThat(index.size()).isEqualTo(1);
  }

  @Test
  void olderNewsChangeNothing() {
    index.put(paused(place("a", 48.2, 16.37), null, 5));
    index.put(paused(place("a", 48.9, 16.37), null, 4));

    assertThat(ids(index.search(near(48.2, 16.37, 1_000)))).containsExactly("a");
  }

  @Test
  void filtersCountTogether() {
    index.put(place("thai", 48.2, 16.37, "24/7", List.of("thai"), 2, 4.5));
    index.put(place("ramen", 48.2, 16.37, "24/7", List.of("ramen", "sushi"), 1, 4.2));
    index.put(place("dear", 48.2, 16.37, "24/7", List.of("thai"), 3, 4.9));
    index.put(place("bad", 48.2, 16.37, "24/7", List.of("thai"), 1, 3.9));
    index.put(place("closed", 48.2, 16.37, "Mo 10:00-12:00", List.of("thai"), 1, 4.4));
    index.put(place("unknown", 48.2, 16.37, "who knows", List.of("thai"), 1, 4.4));
    index.put(place("unpriced", 48.2, 16.37, "24/7", List.of("thai"), 0, 4.4));
    var late = place("paused", 48.2, 16.37, "24/7", List.of("thai"), 1, 4.4);
    index.put(paused(late, NOON.plus(Duration.ofHours(1)), 1));
    var early = place("resumed", 48.2, 16.37, "24/7", List.of("thai"), 1, 4.4);
    index.put(paused(early, NOON, 1));

    var filters = Filters.parse("cuisine:thai|ramen,price:1-2,open_now,min_rating:4");

    assertThat(ids(index.search(with(filters, null))))
        .containsExactlyInAnyOrder("thai", "ramen", "resumed");
    assertThat(ids(index.search(with(Filters.parse("cuisine:nothing"), null)))).isEmpty();
    assertThat(ids(index.search(with(Filters.NONE, "amen")))).containsExactly("ramen");
  }

  @Test
  void cuisinesBeyondTheBitsAreToldApart() {
    for (int i = 0; i < 100; i++) {
      index.put(place("p" + i, 48.2, 16.37, "24/7", List.of("c" + i), 0, 0));
    }

    for (int i = 0; i < 100; i++) {
      assertThat(ids(index.search(with(Filters.parse("cuisine:c" + i), null))))
          .containsExactly("p" + i);
    }
    assertThat(ids(index.search(with(Filters.parse("cuisine:c1|c98"), null))))
        .containsExactlyInAnyOrder("p1", "p98");
  }

  private static SearchQuery with(Filters filters, String text) {
    return new SearchQuery(48.2, 16.37, 3_000, filters, text, Sort.RECOMMENDED, NOON, 100, null);
  }

  @Test
  void recommendedPutsWhatTakesOrdersFirstThenSoonerAndBetter() {
    index.put(place("far", 48.22, 16.37, "24/7", List.of(), 0, 4.0));
    index.put(place("near", 48.201, 16.37, "24/7", List.of(), 0, 4.0));
    index.put(place("better", 48.203, 16.37, "24/7", List.of(), 0, 4.9));
    index.put(place("soon", 48.2, 16.37, "13:30-22:00", List.of(), 0, 5.0));
    index.put(place("closes", 48.2, 16.37, "10:00-13:10", List.of(), 0, 5.0));
    index.put(place("closed", 48.2, 16.37, "18:00-22:00", List.of(), 0, 5.0));
    index.put(place("unknown", 48.2, 16.37, "??", List.of(), 0, 5.0));

    var found = ids(index.search(by(near(48.2, 16.37, 5_000), Sort.RECOMMENDED, 10)));

    assertThat(found.subList(0, 3)).containsExactly("better", "near", "far");
    assertThat(found.subList(3, 5)).containsExactlyInAnyOrder("closes", "soon");
    assertThat(found.subList(5, 7)).containsExactly("closed", "unknown");
  }

  @Test
  void ratingOrderEndsWithTheUnrated() {
    index.put(place("none", 48.2, 16.37));
    index.put(place("good", 48.2, 16.37, "24/7", List.of(), 0, 4.1));
    index.put(place("best", 48.21, 16.37, "24/7", List.of(), 0, 4.8));

    assertThat(ids(index.search(by(near(48.2, 16.37, 5_000), Sort.RATING, 10))))
        .containsExactly("best", "good", "none");
  }

  /// G15, G16: many with the same key; none lost, none twice, at any size of page.
  @Test
  void pagesShowEachPlaceOnce() {
    var names = List.of("A", "B", "C1", "C2", "C3", "D", "E", "F", "G", "H");
    var keys = List.of(1, 2, 3, 3, 3, 4, 5, 6, 7, 8);
    for (int i = 0; i < names.size(); i++) {
      index.put(place(names.get(i), 48.2 + keys.get(i) * 0.001, 16.37));
    }

    for (int size = 1; size <= 11; size++) {
      assertThat(allPages(near(48.2, 16.37, 20_000), size)).isEqualTo(names);
    }
  }

  @Test
  void pagesStayWholeWhilePlacesComeAndGo() {
    var random = new Random(15);
    for (int i = 0; i < 200; i++) {
      index.put(place("stays%03d".formatted(i), 48.2, 16.37 + i % 7 * 0.001));
    }
    var seen = new ArrayList<String>();
    Position after = null;
    for (int page = 0; page < 100; page++) {
      var query = by(near(48.2, 16.37, 20_000), Sort.DISTANCE, 9);
      var hits = index.search(after == null ? query : query.after(after));
      if (hits.isEmpty()) {
        break;
      }
      hits.forEach(it -> seen.add(it.listing().id()));
      after = new Position(hits.getLast().key(), hits.getLast().listing().id());
      index.put(place("comes" + page, 48.2, 16.37 + random.nextDouble() * 0.007));
      index.remove("comes" + random.nextInt(page + 1));
    }

    assertThat(seen).doesNotHaveDuplicates();
    assertThat(seen.stream().filter(it -> it.startsWith("stays"))).hasSize(200);
  }

  private List<String> allPages(SearchQuery query, int size) {
    var seen = new ArrayList<String>();
    var hits = index.search(by(query, Sort.DISTANCE, size));
    while (!hits.isEmpty()) {
      seen.addAll(ids(hits));
      var last = hits.getLast();
      var after = new Position(last.key(), last.listing().id());
      hits = index.search(by(query, Sort.DISTANCE, size).after(after));
    }
    return seen;
  }
}
