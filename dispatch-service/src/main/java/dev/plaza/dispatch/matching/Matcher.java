package dev.plaza.dispatch.matching;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/// Rolling-horizon matching of deliveries to couriers.
///
///  1. [Batching]: deliveries of one restaurant are bundled where the courier time saved is worth
///     more than the delay caused. Courier time has a price that rises with the shortage.
///  2. [AssignmentSolver]: bundles get couriers at least total cost; what is left over becomes the
///     couriers' next trips in further rounds.
///  3. [Improvement]: local search over the routes (move, swap, split, merge).
///  4. Two-stage commitment: a trip is committed only when its courier must leave before the next
///     round; the set of deliveries of a trip that has begun may still grow until its pick-up.
///     Everything else is decided again next time, with more known.
///
/// Deterministic: equal input gives an equal plan.
public final class Matcher {

  private final MatchingPolicy policy;
  private final TravelTimes travel;

  public Matcher(MatchingPolicy policy, TravelTimes travel) {
    this.policy = policy;
    this.travel = travel;
  }

  public Plan plan(double now, List<Delivery> deliveries, List<Candidate> candidates) {
    var due =
        deliveries.stream()
            .filter(it -> it.readyAt() <= now + policy.horizon())
            .sorted(Comparator.comparingDouble(Delivery::readyAt).thenComparing(Delivery::id))
            .toList();
    var usable =
        candidates.stream()
            .filter(it -> it.heading() != null || it.offAt() >= now)
            .sorted(Comparator.comparing(Candidate::id))
            .toList();
    double shortage = shortage(now, due, usable);
    double timePrice = policy.busyWeight() + policy.shortageWeight() * Math.max(0, shortage - 1);
    var schedule = new Schedule(now, policy, travel, timePrice, usable);
    schedule.pool.addAll(new Batching(policy, travel, timePrice).batches(due));
    assign(schedule);
    new Improvement(schedule, policy, travel).run();
    return read(now, schedule, shortage);
  }

  private double shortage(double now, List<Delivery> due, List<Candidate> usable) {
    double until = now + policy.shortageWindow();
    long waiting = due.stream().filter(it -> it.readyAt() <= until).count();
    long free = usable.stream().filter(it -> it.heading() == null && it.freeAt() <= until).count();
    return (double) waiting / Math.max(1, free);
  }

  /// Rounds of least-cost assignment; each gives every courier at most one more trip.
  private static void assign(Schedule schedule) {
    boolean placed = true;
    while (placed && !schedule.pool.isEmpty()) {
      placed = false;
      var open = List.copyOf(schedule.pool);
      var cost = costs(schedule, open);
      var columnOf = AssignmentSolver.solve(cost);
      for (int row = 0; row < open.size(); row++) {
        var batch = open.get(row);
        int courier = columnOf[row];
        if (courier < schedule.candidates.size() && cost[row][courier] < schedule.lost(batch)) {
          schedule.replace(courier, appended(schedule, courier, batch));
          schedule.pool.remove(batch);
          placed = true;
        }
      }
    }
  }

  /// A row for each trip; a column for each courier and, so that no trip must have one, as many for
  /// nobody.
  private static double[][] costs(Schedule schedule, List<Batch> open) {
    int couriers = schedule.candidates.size();
    var cost = new double[open.size()][couriers + open.size()];
    for (int row = 0; row < open.size(); row++) {
      Arrays.fill(cost[row], schedule.lost(open.get(row)));
      for (int courier = 0; courier < couriers; courier++) {
        cost[row][courier] =
            schedule.cost(courier, appended(schedule, courier, open.get(row)))
                - schedule.cost(courier);
      }
    }
    return cost;
  }

  private static List<Batch> appended(Schedule schedule, int courier, Batch batch) {
    var route = new ArrayList<>(schedule.routes.get(courier));
    route.add(batch);
    return route;
  }

  private Plan read(double now, Schedule schedule, double shortage) {
    var commit = new ArrayList<Proposal>();
    var tentative = new ArrayList<Proposal>();
    for (int courier = 0; courier < schedule.candidates.size(); courier++) {
      var route = schedule.routes.get(courier);
      if (route.isEmpty()) {
        continue;
      }
      var candidate = schedule.candidates.get(courier);
      var pickups = schedule.pickups(courier);
      if (candidate.heading() == null) {
        double departBy = schedule.departBy(courier, pickups.getFirst());
        var proposal = proposal(Proposal.Kind.NEW_TRIP, schedule, courier, departBy, pickups);
        boolean due = Math.max(departBy, candidate.freeAt()) < now + policy.lead();
        (due ? commit : tentative).add(proposal);
      } else if (route.getFirst().size() > candidate.heading().deliveries().size()) {
        double leaves = leaves(candidate.heading());
        var proposal = proposal(Proposal.Kind.GROWN_TRIP, schedule, courier, leaves, pickups);
        (leaves < now + policy.lead() ? commit : tentative).add(proposal);
      }
    }
    var unserved = schedule.pool.stream().flatMap(it -> it.deliveries.stream()).toList();
    return new Plan(commit, tentative, unserved, shortage);
  }

  /// When the courier would leave the restaurant with what he has.
  private double leaves(Candidate.Heading heading) {
    double ready = heading.deliveries().stream().mapToDouble(Delivery::readyAt).max().orElseThrow();
    return Math.max(ready, heading.arrivesAt() + policy.handling().beforePickup());
  }

  private static Proposal proposal(
      Proposal.Kind kind, Schedule schedule, int courier, double departBy, List<Double> pickups) {
    var batch = schedule.routes.get(courier).getFirst();
    return new Proposal(
        kind,
        schedule.candidates.get(courier).id(),
        batch.deliveries,
        departBy,
        pickups.getFirst(),
        batch.dropoffs(pickups.getFirst()),
        schedule.cost(courier));
  }
}
