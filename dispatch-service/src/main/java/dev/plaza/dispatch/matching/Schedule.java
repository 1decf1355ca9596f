package dev.plaza.dispatch.matching;

import java.util.ArrayList;
import java.util.List;

/// A working plan: the trips of each courier in order, and the trips nobody has.
///
/// Cost of a route = delay and lateness of its deliveries + price of the courier's time while he
/// rides (waiting costs nothing: he is not bound yet) + rating and load.
final class Schedule {

  private final double now;
  private final MatchingPolicy policy;
  private final TravelTimes travel;
  private final double timePrice;
  final List<Candidate> candidates;
  final List<List<Batch>> routes = new ArrayList<>();
  final List<Batch> pool = new ArrayList<>();
  private final double[] cost;
  private int evaluations;

  Schedule(
      double now,
      MatchingPolicy policy,
      TravelTimes travel,
      double timePrice,
      List<Candidate> candidates) {
    this.now = now;
    this.policy = policy;
    this.travel = travel;
    this.timePrice = timePrice;
    this.candidates = candidates;
    this.cost = new double[candidates.size()];
    for (int i = 0; i < candidates.size(); i++) {
      var route = new ArrayList<Batch>();
      var heading = candidates.get(i).heading();
      if (heading != null) {
        route.add(Batch.inOrder(heading.deliveries(), travel, policy.handling()));
      }
      routes.add(route);
      cost[i] = cost(i, route);
    }
  }

  /// How many trips at the front of this route can no longer be moved.
  int fixed(int courier) {
    return candidates.get(courier).heading() == null ? 0 : 1;
  }

  /// Whether this delivery belongs to a trip that has begun.
  boolean held(int courier, Delivery delivery) {
    var heading = candidates.get(courier).heading();
    return heading != null && heading.deliveries().contains(delivery);
  }

  /// How many routes have been costed out so far.
  int evaluations() {
    return evaluations;
  }

  double timePrice() {
    return timePrice;
  }

  double cost(int courier) {
    return cost[courier];
  }

  void replace(int courier, List<Batch> route) {
    routes.set(courier, route);
    cost[courier] = cost(courier, route);
  }

  double lost(Batch batch) {
    return policy.lostCost() * batch.size();
  }

  /// What this courier's route would cost.
  double cost(int courier, List<Batch> route) {
    evaluations++;
    if (route.isEmpty()) {
      return 0;
    }
    var candidate = candidates.get(courier);
    double time = Math.max(now, candidate.freeAt());
    Spot at = candidate.at();
    double sum = 0;
    for (int i = 0; i < route.size(); i++) {
      var batch = route.get(i);
      double approach;
      double arrive;
      if (i == 0 && candidate.heading() != null) {
        approach = 0;
        arrive = candidate.heading().arrivesAt();
      } else {
        approach = travel.seconds(at, batch.pickup());
        arrive = time + approach;
      }
      double pickup = Math.max(batch.readyAt, arrive + policy.handling().beforePickup());
      sum += tripCost(candidate, batch, approach, pickup, i < fixed(courier));
      time = pickup + batch.duration;
      at = batch.end();
    }
    return sum;
  }

  private double tripCost(
      Candidate candidate, Batch batch, double approach, double pickup, boolean fixed) {
    double ride = approach + policy.handling().beforePickup() + batch.duration;
    double cost =
        batch.cost(pickup, policy)
            + timePrice * ride
            + batch.size()
                * (policy.ratingWeight() * (5 - candidate.rating())
                    + policy.loadWeight() * candidate.load());
    boolean impossible =
        pickup > candidate.offAt()
            || approach > batch.reach
            || batch.size() > candidate.capacity()
            || batch.refusedBy(candidate.id());
    return impossible && !fixed ? cost + 2 * lost(batch) : cost;
  }

  /// When the trips of a route would be picked up.
  List<Double> pickups(int courier) {
    var candidate = candidates.get(courier);
    double time = Math.max(now, candidate.freeAt());
    Spot at = candidate.at();
    var pickups = new ArrayList<Double>();
    for (var batch : routes.get(courier)) {
      double arrive =
          pickups.isEmpty() && candidate.heading() != null
              ? candidate.heading().arrivesAt()
              : time + travel.seconds(at, batch.pickup());
      double pickup = Math.max(batch.readyAt, arrive + policy.handling().beforePickup());
      pickups.add(pickup);
      time = pickup + batch.duration;
      at = batch.end();
    }
    return pickups;
  }

  /// Latest moment to leave for the first trip of a route without delaying its pick-up.
  double departBy(int courier, double pickup) {
    var batch = routes.get(courier).getFirst();
    return pickup
        - policy.handling().beforePickup()
        - travel.seconds(candidates.get(courier).at(), batch.pickup());
  }
}
