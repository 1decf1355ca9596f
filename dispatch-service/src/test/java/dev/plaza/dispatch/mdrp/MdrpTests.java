package dev.plaza.dispatch.mdrp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.plaza.dispatch.mdrp.MdrpSolution.Trip;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/// The benchmark's own machinery, on a small instance made by hand.
class MdrpTests {

  private final MdrpInstance instance;
  private final MdrpSolution solution;

  MdrpTests() throws Exception {
    var folder = MdrpTests.class.getResource("/mdrp/lunch/orders.txt");
    instance = MdrpInstance.read(Path.of(folder.toURI()).getParent());
    solution = new MdrpSimulation(instance, MdrpBenchmark.policy(instance), 60).run();
  }

  @Test
  void deliversEverythingByTheRules() {
    assertThat(MdrpChecker.faults(instance, solution)).isEmpty();
    assertThat(MdrpScore.of(instance, solution).undelivered()).isZero();
  }

  @Test
  void isNoWorseThanTheNaiveFloor() {
    var naive = MdrpNaive.run(instance);

    assertThat(MdrpChecker.faults(instance, naive)).isEmpty();
    assertThat(MdrpScore.of(instance, solution).clickToDoor())
        .isLessThanOrEqualTo(MdrpScore.of(instance, naive).clickToDoor());
  }

  @Test
  void scoresByHand() {
    var one =
        new MdrpSolution(
            List.of(
                new Trip("c1", List.of("o1"), 300, 300, 1200, List.of(1200.0 + 120 + 240 + 120))));

    var score = MdrpScore.of(instance, one);

    assertThat(score.undelivered()).isEqualTo(8);
    assertThat(score.clickToDoor()).isEqualTo(28 - 5, within(1e-9));
    assertThat(score.readyToPickup()).isZero();
    // Three shifts on their guarantee: 2 h, 2 h and 1 h 50 min at 15 an hour.
    assertThat(score.costPerOrder()).isEqualTo(87.5, within(1e-9));
  }

  @Test
  void theCheckerFindsEveryKindOfFault() {
    assertFault("skips the service", it -> with(it, it.departAt(), it.pickupAt() - 3600));
    assertFault("before the courier is free", it -> with(it, -60, it.pickupAt()));
    assertFault("after the shift", it -> with(it, it.departAt(), 121 * 60));
    assertFault("too fast", it -> dropped(it, it.dropoffAt().getFirst() - 60));
    assertFault("exceeds the maximum", it -> dropped(it, it.dropoffAt().getFirst() + 5400));
    assertFault("unknown order", it -> carrying(it, List.of("o77")));
    assertFault("lacks drop-off times", it -> carrying(it, List.of("o1", "o2", "o3", "o4")));
    assertFault(
        "mixes restaurants",
        it ->
            new Trip(
                "c1",
                List.of("o1", "o3"),
                it.assignedAt(),
                it.departAt(),
                it.pickupAt(),
                List.of(9000.0, 12000.0)));
    assertFault(
        "knows an order before",
        it -> new Trip(it.courier(), it.orders(), 0, it.departAt(), it.pickupAt(), it.dropoffAt()));
    assertFault(
        "after it has left",
        it ->
            new Trip(
                it.courier(),
                it.orders(),
                it.pickupAt() + 1,
                it.departAt(),
                it.pickupAt(),
                it.dropoffAt()));
    assertFault("before it is ready", it -> with(it, it.departAt(), it.pickupAt() - 60));
    var twice = new ArrayList<>(solution.trips());
    twice.add(twice.getFirst());
    assertThat(MdrpChecker.faults(instance, new MdrpSolution(twice)))
        .anyMatch(it -> it.contains("a second time"));
  }

  private void assertFault(String fault, UnaryOperator<Trip> change) {
    var trips = new ArrayList<>(solution.trips());
    trips.set(0, change.apply(trips.getFirst()));
    assertThat(faults(trips)).as(fault).anyMatch(it -> it.contains(fault));
  }

  private List<String> faults(List<Trip> trips) {
    return MdrpChecker.faults(instance, new MdrpSolution(trips));
  }

  private static Trip with(Trip trip, double departAt, double pickupAt) {
    return new Trip(
        trip.courier(), trip.orders(), trip.assignedAt(), departAt, pickupAt, trip.dropoffAt());
  }

  private static Trip dropped(Trip trip, double at) {
    return new Trip(
        trip.courier(),
        List.of(trip.orders().getFirst()),
        trip.assignedAt(),
        trip.departAt(),
        trip.pickupAt(),
        List.of(at));
  }

  private static Trip carrying(Trip trip, List<String> orders) {
    return new Trip(
        trip.courier(),
        orders,
        trip.assignedAt(),
        trip.departAt(),
        trip.pickupAt(),
        trip.dropoffAt());
  }
}
