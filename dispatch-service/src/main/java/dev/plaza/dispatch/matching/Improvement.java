package dev.plaza.dispatch.matching;

import java.util.ArrayList;
import java.util.List;

/// Local search over a [Schedule]: a change that lowers the total cost is taken, until none does or
/// the round's limit is reached.
///
/// Changes: move a trip to another place in any route (or out of the pool), swap two trips,
/// take a delivery out of its bundle into another one of the same restaurant or onto its own trip.
final class Improvement {

  private static final double EPSILON = 1e-6;
  private static final int NOBODY = -1;

  private final Schedule schedule;
  private final MatchingPolicy policy;
  private final TravelTimes travel;

  /// The cheapest change of a route that a search has seen so far.
  private static final class Best {
    int courier = NOBODY;
    List<Batch> route = List.of();
    double cost;

    Best(double below) {
      cost = below - EPSILON;
    }

    void offer(int itsCourier, List<Batch> itsRoute, double itsCost) {
      if (itsCost < cost) {
        courier = itsCourier;
        route = itsRoute;
        cost = itsCost;
      }
    }
  }

  Improvement(Schedule schedule, MatchingPolicy policy, TravelTimes travel) {
    this.schedule = schedule;
    this.policy = policy;
    this.travel = travel;
  }

  void run() {
    boolean changed = true;
    while (changed && !exhausted()) {
      changed = movePooled();
      for (int courier = 0; courier < schedule.routes.size() && !exhausted(); courier++) {
        changed |= moveTrips(courier);
        changed |= swapTrips(courier);
        changed |= regroup(courier);
      }
    }
  }

  private boolean exhausted() {
    return schedule.evaluations() >= policy.evaluationsMax();
  }

  /// What found no courier together is tried alone.
  private boolean movePooled() {
    boolean changed = false;
    for (var batch : List.copyOf(schedule.pool)) {
      schedule.pool.remove(batch);
      for (var delivery : batch.deliveries) {
        var alone = Batch.of(delivery, travel, policy.handling());
        double below = schedule.lost(alone);
        if (take(bestCompany(delivery, NOBODY, List.of(), below))
            || take(cheapestPlace(alone, NOBODY, List.of(), below))) {
          changed = true;
        } else {
          schedule.pool.add(alone);
        }
      }
    }
    return changed;
  }

  private boolean moveTrips(int courier) {
    for (int i = schedule.fixed(courier); i < schedule.routes.get(courier).size(); i++) {
      var batch = schedule.routes.get(courier).get(i);
      var rest = new ArrayList<>(schedule.routes.get(courier));
      rest.remove(i);
      double saved = schedule.cost(courier) - schedule.cost(courier, rest);
      if (move(cheapestPlace(batch, courier, rest, saved), courier, rest)) {
        return true;
      }
    }
    return false;
  }

  private boolean swapTrips(int courier) {
    for (int i = schedule.fixed(courier); i < schedule.routes.get(courier).size(); i++) {
      for (int other = courier + 1; other < schedule.routes.size(); other++) {
        if (swap(courier, i, other)) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean swap(int courier, int i, int other) {
    var route = schedule.routes.get(courier);
    var otherRoute = schedule.routes.get(other);
    double below = schedule.cost(courier) + schedule.cost(other) - EPSILON;
    for (int j = schedule.fixed(other); j < otherRoute.size(); j++) {
      var mine = new ArrayList<>(route);
      var theirs = new ArrayList<>(otherRoute);
      mine.set(i, otherRoute.get(j));
      theirs.set(j, route.get(i));
      double first = schedule.cost(courier, mine);
      if (first < below && first + schedule.cost(other, theirs) < below) {
        schedule.replace(courier, mine);
        schedule.replace(other, theirs);
        return true;
      }
    }
    return false;
  }

  /// Takes a single delivery out of one of this courier's trips, into better company or none.
  private boolean regroup(int courier) {
    for (int i = 0; i < schedule.routes.get(courier).size(); i++) {
      var batch = schedule.routes.get(courier).get(i);
      for (var delivery : batch.deliveries) {
        if (schedule.held(courier, delivery)) {
          continue;
        }
        var rest = new ArrayList<>(schedule.routes.get(courier));
        if (batch.size() == 1) {
          rest.remove(i);
        } else {
          rest.set(i, batch.without(delivery, travel, policy.handling()));
        }
        double saved = schedule.cost(courier) - schedule.cost(courier, rest);
        if (move(bestCompany(delivery, courier, rest, saved), courier, rest)
            || (batch.size() > 1
                && move(cheapestPlace(alone(delivery), courier, rest, saved), courier, rest))) {
          return true;
        }
      }
    }
    return false;
  }

  /// Where a whole trip costs least, given that its present courier would be left with `rest`.
  private Best cheapestPlace(Batch batch, int from, List<Batch> rest, double below) {
    var best = new Best(below);
    for (int courier = 0; courier < schedule.routes.size(); courier++) {
      var route = courier == from ? rest : schedule.routes.get(courier);
      double before = schedule.cost(courier, route);
      for (int at = schedule.fixed(courier); at <= route.size(); at++) {
        var longer = new ArrayList<>(route);
        longer.add(at, batch);
        best.offer(courier, longer, schedule.cost(courier, longer) - before);
      }
    }
    return best;
  }

  /// Which trip of the same restaurant takes one more delivery at least cost.
  private Best bestCompany(Delivery delivery, int from, List<Batch> rest, double below) {
    var best = new Best(below);
    for (int courier = 0; courier < schedule.routes.size(); courier++) {
      var route = courier == from ? rest : schedule.routes.get(courier);
      for (int i = 0; i < route.size(); i++) {
        var batch = route.get(i);
        if (batch.size() < policy.batchMax() && batch.key().equals(delivery.batchKey())) {
          var joined = new ArrayList<>(route);
          joined.set(i, batch.with(delivery, schedule.timePrice(), travel, policy.handling()));
          double cost = schedule.cost(courier, joined) - schedule.cost(courier, route);
          best.offer(courier, joined, cost);
        }
      }
    }
    return best;
  }

  private boolean move(Best best, int from, List<Batch> rest) {
    if (best.courier >= 0 && best.courier != from) {
      schedule.replace(from, rest);
    }
    return take(best);
  }

  private boolean take(Best best) {
    if (best.courier < 0) {
      return false;
    }
    schedule.replace(best.courier, best.route);
    return true;
  }

  private Batch alone(Delivery delivery) {
    return Batch.of(delivery, travel, policy.handling());
  }
}
