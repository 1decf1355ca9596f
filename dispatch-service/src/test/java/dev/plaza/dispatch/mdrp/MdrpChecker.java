package dev.plaza.dispatch.mdrp;

import dev.plaza.dispatch.matching.Spot;
import dev.plaza.dispatch.mdrp.MdrpSolution.Trip;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/// Every rule of the problem, checked from the instance's own files and nothing of the matcher.
///
/// Stricter than the evaluator published with the instances, which looks only at the first order
/// of a bundle and lets service times be skipped.
final class MdrpChecker {

  private final MdrpInstance instance;
  private final Map<String, MdrpInstance.Order> orders = new HashMap<>();
  private final Map<String, MdrpInstance.Courier> couriers = new HashMap<>();
  private final List<String> faults = new ArrayList<>();

  private MdrpChecker(MdrpInstance instance) {
    this.instance = instance;
    instance.orders().forEach(it -> orders.put(it.id(), it));
    instance.couriers().forEach(it -> couriers.put(it.id(), it));
  }

  /// All broken rules in words; empty: feasible.
  static List<String> faults(MdrpInstance instance, MdrpSolution solution) {
    var checker = new MdrpChecker(instance);
    checker.checkEachOrderOnce(solution);
    var byCourier = new HashMap<String, List<Trip>>();
    for (var trip : solution.trips()) {
      byCourier.computeIfAbsent(trip.courier(), _ -> new ArrayList<>()).add(trip);
    }
    byCourier.forEach(checker::checkCourier);
    return checker.faults;
  }

  private void checkEachOrderOnce(MdrpSolution solution) {
    var seen = new HashSet<String>();
    for (var trip : solution.trips()) {
      expect(!trip.orders().isEmpty(), trip, "carries nothing");
      expect(trip.orders().size() == trip.dropoffAt().size(), trip, "lacks drop-off times");
      for (var id : trip.orders()) {
        expect(orders.containsKey(id), trip, "carries an unknown order " + id);
        expect(seen.add(id), trip, "carries " + id + " a second time");
      }
    }
  }

  private void checkCourier(String id, List<Trip> trips) {
    var courier = couriers.get(id);
    if (courier == null) {
      faults.add("unknown courier " + id);
      return;
    }
    if (!trips.stream().allMatch(it -> orders.keySet().containsAll(it.orders()))) {
      return; // said already
    }
    double free = courier.onAt();
    Spot at = courier.start();
    for (var trip : trips) {
      expect(trip.departAt() >= free, trip, "leaves before the courier is free");
      expect(trip.pickupAt() <= courier.offAt(), trip, "picks up after the shift");
      free = checkTrip(trip, at);
      at = orders.get(trip.orders().getLast()).dropoff();
    }
  }

  /// When the courier is free again.
  private double checkTrip(Trip trip, Spot from) {
    var restaurant = orders.get(trip.orders().getFirst()).restaurant();
    Spot at = instance.restaurants().get(restaurant);
    double halfPickup = instance.pickupService() / 2;
    double halfDropoff = instance.dropoffService() / 2;
    double arrive = trip.departAt() + ride(from, at);
    expect(trip.pickupAt() >= arrive + halfPickup, trip, "skips the service at the restaurant");
    expect(trip.assignedAt() <= trip.pickupAt(), trip, "gets an order after it has left");
    double time = trip.pickupAt() + halfPickup;
    int known = Math.min(trip.orders().size(), trip.dropoffAt().size());
    for (int i = 0; i < known; i++) {
      var order = orders.get(trip.orders().get(i));
      double dropoff = trip.dropoffAt().get(i);
      expect(order.restaurant().equals(restaurant), trip, "mixes restaurants");
      expect(order.placedAt() <= trip.assignedAt(), trip, "knows an order before it is placed");
      expect(order.readyAt() <= trip.pickupAt(), trip, "picks up before it is ready");
      expect(dropoff >= time + ride(at, order.dropoff()) + halfDropoff, trip, "is too fast");
      expect(dropoff <= instance.latestDropoff(order), trip, "exceeds the maximum");
      time = dropoff + halfDropoff;
      at = order.dropoff();
    }
    return time;
  }

  private double ride(Spot from, Spot to) {
    double meters = Math.sqrt(Math.pow(from.x() - to.x(), 2) + Math.pow(from.y() - to.y(), 2));
    return 60 * Math.ceil(meters / instance.metersPerMinute());
  }

  private void expect(boolean holds, Trip trip, String fault) {
    if (!holds) {
      faults.add(trip + " " + fault);
    }
  }
}
