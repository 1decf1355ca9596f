package dev.plaza.dispatch.matching;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.dispatch.matching.MatchingPolicy.Handling;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// On a line where a unit takes a second; doors take 10 s before and 10 s after.
class MatcherTests {

  private static final MatchingPolicy POLICY =
      new MatchingPolicy(
          new Handling(10, 10, 10, 10), 3600, 30, 1, 0.01, 2, 1200, 5, 5, 100_000, 3, 100_000);

  private final Matcher matcher =
      new Matcher(POLICY, (from, to) -> Math.hypot(from.x() - to.x(), from.y() - to.y()));

  @Test
  void sendsTheNearestCourierInTimeToBeThereWhenTheFoodIsReady() {
    var deliveries = List.of(delivery("o1", 0, 500, 200));

    var early = matcher.plan(0, deliveries, List.of(courier("near", 100), courier("far", 180)));
    var due = matcher.plan(61, deliveries, List.of(courier("near", 100), courier("far", 180)));

    assertThat(early.commit()).isEmpty();
    assertThat(early.tentative()).singleElement().extracting("courierId").isEqualTo("near");
    var trip = due.commit().getFirst();
    assertThat(trip.courierId()).isEqualTo("near");
    assertThat(trip.departBy()).isEqualTo(90);
    assertThat(trip.pickupAt()).isEqualTo(200);
    assertThat(trip.dropoffAt()).containsExactly(720.0);
  }

  @Test
  void looksAtAllPairsTogetherAndNotAtOneAfterTheOther() {
    var deliveries = List.of(delivery("o1", 0, 0, 0), delivery("o2", 100, 0, 0));

    var plan = matcher.plan(0, deliveries, List.of(courier("a", 40), courier("b", -50)));

    // The nearest to o1 is a, but then b would ride 150 to o2.
    assertThat(plan.commit())
        .extracting(it -> it.courierId() + it.deliveries().getFirst().id())
        .containsExactly("ao2", "bo1");
  }

  @Test
  void bundlesOneRestaurantUnderShortageOnly() {
    var deliveries =
        List.of(delivery("o1", 0, 500, 0), delivery("o2", 0, 510, 0), delivery("o3", 0, 520, 0));

    var scarce = matcher.plan(0, deliveries, List.of(courier("a", 0)));
    var plenty =
        matcher.plan(0, deliveries, List.of(courier("a", 0), courier("b", 0), courier("c", 0)));

    assertThat(scarce.commit()).singleElement().satisfies(it -> assertThat(ids(it)).hasSize(3));
    assertThat(plenty.commit()).hasSize(3);
  }

  @Test
  void neverMixesRestaurants() {
    var other = new Delivery("o2", "other", at(0), at(510), 0, 3000, 1e9, 1e9, Set.of());

    var plan = matcher.plan(0, List.of(delivery("o1", 0, 500, 0), other), List.of(courier("a", 0)));

    assertThat(plan.commit()).singleElement().satisfies(it -> assertThat(ids(it)).hasSize(1));
  }

  @Test
  void carriesNoMoreThanTheCourierCan() {
    var deliveries = List.of(delivery("o1", 0, 500, 0), delivery("o2", 0, 510, 0));
    var small = new Candidate("a", at(0), 0, 1e9, 1, 5, 0, null);

    assertThat(matcher.plan(0, deliveries, List.of(small)).commit())
        .singleElement()
        .satisfies(it -> assertThat(ids(it)).hasSize(1));
  }

  @Test
  void givesNothingToWhoRefusedIt() {
    var refused = new Delivery("o1", "r", at(0), at(500), 0, 3000, 1e9, 1e9, Set.of("near"));

    var two = matcher.plan(0, List.of(refused), List.of(courier("near", 1), courier("far", 900)));
    var one = matcher.plan(0, List.of(refused), List.of(courier("near", 1)));

    assertThat(two.commit()).singleElement().extracting("courierId").isEqualTo("far");
    assertThat(one.commit()).isEmpty();
    assertThat(one.unserved()).containsExactly(refused);
  }

  @Test
  void asksNobodyFromBeyondTheReach() {
    var near = new Delivery("o1", "r", at(0), at(500), 0, 3000, 1e9, 100, Set.of());

    assertThat(matcher.plan(0, List.of(near), List.of(courier("a", 101))).unserved()).hasSize(1);
    assertThat(matcher.plan(0, List.of(near), List.of(courier("a", 100))).commit()).hasSize(1);
  }

  @Test
  void plansNoPickUpAfterTheShift() {
    var leaving = new Candidate("a", at(100), 0, 105, 3, 5, 0, null);

    var plan = matcher.plan(0, List.of(delivery("o1", 0, 500, 0)), List.of(leaving));

    assertThat(plan.unserved()).hasSize(1);
  }

  @Test
  void prefersTheBetterRatedAndTheLessBusyWhenAllElseIsEqual() {
    var deliveries = List.of(delivery("o1", 0, 500, 0));
    var worse = new Candidate("a", at(10), 0, 1e9, 3, 4, 0, null);
    var busier = new Candidate("b", at(10), 0, 1e9, 3, 5, 4, null);
    var best = new Candidate("c", at(10), 0, 1e9, 3, 5, 0, null);

    assertThat(matcher.plan(0, deliveries, List.of(worse, busier, best)).commit())
        .singleElement()
        .extracting("courierId")
        .isEqualTo("c");
  }

  @Test
  void letsATripGrowUntilItIsPickedUpButNeverShrink() {
    var first = delivery("o1", 0, 500, 300);
    var heading = new Candidate.Heading(List.of(first), 290);
    var courier = new Candidate("a", at(0), 0, 1e9, 3, 5, 0, heading);
    var second = delivery("o2", 0, 510, 300);

    var early = matcher.plan(200, List.of(second), List.of(courier));
    var late = matcher.plan(280, List.of(second), List.of(courier));

    assertThat(early.commit()).isEmpty();
    assertThat(late.commit())
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.kind()).isEqualTo(Proposal.Kind.GROWN_TRIP);
              assertThat(ids(it)).containsExactly("o1", "o2");
            });
  }

  @Test
  void leavesOutWhatIsReadyBehindTheHorizon() {
    var plan = matcher.plan(0, List.of(delivery("o1", 0, 500, 3601)), List.of(courier("a", 0)));

    assertThat(plan.commit()).isEmpty();
    assertThat(plan.tentative()).isEmpty();
  }

  @Test
  void everyDeliveryIsPlannedOnceAndEqualInputGivesAnEqualPlan() {
    var random = new Random(3);
    for (int round = 0; round < 50; round++) {
      var deliveries = new ArrayList<Delivery>();
      for (int i = 0; i < 30; i++) {
        int shop = random.nextInt(4);
        deliveries.add(
            new Delivery(
                "o" + i,
                "r" + shop,
                at(shop * 400),
                at(random.nextInt(2000)),
                random.nextInt(900),
                2400,
                1e9,
                1e9,
                Set.of("c" + random.nextInt(9))));
      }
      var couriers =
          IntStream.range(0, 6)
              .mapToObj(i -> new Candidate("c" + i, at(i * 300), i * 40, 1e9, 2, 4.5, i, null))
              .toList();

      var plan = matcher.plan(600, deliveries, couriers);

      assertThat(plan).isEqualTo(matcher.plan(600, deliveries.reversed(), couriers.reversed()));
      var planned = plan.commit().stream().flatMap(it -> it.deliveries().stream()).toList();
      assertThat(planned).doesNotHaveDuplicates();
      assertThat(plan.commit())
          .allSatisfy(
              it -> {
                assertThat(it.deliveries()).hasSizeLessThanOrEqualTo(2);
                assertThat(it.deliveries())
                    .extracting(Delivery::batchKey)
                    .containsOnly(it.deliveries().getFirst().batchKey());
                assertThat(it.deliveries()).noneMatch(d -> d.refusedBy().contains(it.courierId()));
              });
    }
  }

  private static List<String> ids(Proposal proposal) {
    return proposal.deliveries().stream().map(Delivery::id).toList();
  }

  private static Delivery delivery(String id, double pickup, double dropoff, double readyAt) {
    return new Delivery(
        id, "r" + pickup, at(pickup), at(dropoff), readyAt, 3000, 1e9, 1e9, Set.of());
  }

  private static Candidate courier(String id, double x) {
    return new Candidate(id, at(x), 0, 1e9, 3, 5, 0, null);
  }

  private static Spot at(double x) {
    return new Spot(x, 0);
  }
}
