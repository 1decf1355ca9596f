package dev.plaza.dispatch.matching;

import dev.plaza.dispatch.matching.MatchingPolicy.Handling;
import java.util.ArrayList;
import java.util.List;

/// Deliveries that leave one restaurant together, in a fixed order of drop-off.
///
/// Everything after the pick-up is the same for every courier, so it is computed once: `offset[i]`
/// is the time from pick-up to hand-over of delivery i, `duration` the time until the courier is
/// free again.
final class Batch {

  final List<Delivery> deliveries;
  final double readyAt;
  final double duration;

  /// Longest approach that all of its deliveries allow.
  final double reach;
  private final double offsetSum;
  private final double[] offset;

  /// Sum over the deliveries of the earliest hand-over that any courier could reach alone.
  private final double idealSum;

  private Batch(List<Delivery> deliveries, TravelTimes travel, Handling handling) {
    this.deliveries = deliveries;
    this.offset = new double[deliveries.size()];
    double time = handling.afterPickup();
    double ready = Double.NEGATIVE_INFINITY;
    double shortest = Double.POSITIVE_INFINITY;
    double ideal = 0;
    double sum = 0;
    Spot at = deliveries.getFirst().pickup();
    for (int i = 0; i < offset.length; i++) {
      var delivery = deliveries.get(i);
      time += travel.seconds(at, delivery.dropoff()) + handling.beforeDropoff();
      offset[i] = time;
      sum += time;
      time += handling.afterDropoff();
      at = delivery.dropoff();
      ready = Math.max(ready, delivery.readyAt());
      shortest = Math.min(shortest, delivery.reach());
      ideal +=
          delivery.readyAt()
              + handling.afterPickup()
              + travel.seconds(delivery.pickup(), delivery.dropoff())
              + handling.beforeDropoff();
    }
    this.readyAt = ready;
    this.duration = time;
    this.reach = shortest;
    this.offsetSum = sum;
    this.idealSum = ideal;
  }

  static Batch inOrder(List<Delivery> deliveries, TravelTimes travel, Handling handling) {
    return new Batch(List.copyOf(deliveries), travel, handling);
  }

  static Batch of(Delivery delivery, TravelTimes travel, Handling handling) {
    return new Batch(List.of(delivery), travel, handling);
  }

  /// This batch with one more delivery, dropped where that costs least.
  Batch with(Delivery extra, double timePrice, TravelTimes travel, Handling handling) {
    Batch best = inserted(0, extra, travel, handling);
    for (int i = 1; i <= deliveries.size(); i++) {
      var batch = inserted(i, extra, travel, handling);
      if (batch.tripCost(timePrice) < best.tripCost(timePrice)) {
        best = batch;
      }
    }
    return best;
  }

  private Batch inserted(int at, Delivery extra, TravelTimes travel, Handling handling) {
    var order = new ArrayList<>(deliveries);
    order.add(at, extra);
    return inOrder(order, travel, handling);
  }

  /// This batch without one of its deliveries, the others in the same order; it must not be alone.
  Batch without(Delivery gone, TravelTimes travel, Handling handling) {
    return inOrder(
        deliveries.stream().filter(it -> !it.id().equals(gone.id())).toList(), travel, handling);
  }

  private double tripCost(double timePrice) {
    return offsetSum + timePrice * duration;
  }

  int size() {
    return deliveries.size();
  }

  Spot pickup() {
    return deliveries.getFirst().pickup();
  }

  Spot end() {
    return deliveries.getLast().dropoff();
  }

  String key() {
    return deliveries.getFirst().batchKey();
  }

  boolean refusedBy(String courierId) {
    for (var delivery : deliveries) {
      if (delivery.refusedBy().contains(courierId)) {
        return true;
      }
    }
    return false;
  }

  List<Double> dropoffs(double pickupAt) {
    var times = new ArrayList<Double>(offset.length);
    for (double it : offset) {
      times.add(pickupAt + it);
    }
    return times;
  }

  /// Delay and lateness of all deliveries when picked up at that moment.
  double cost(double pickupAt, MatchingPolicy policy) {
    double cost = offset.length * pickupAt + offsetSum - idealSum;
    for (int i = 0; i < offset.length; i++) {
      var delivery = deliveries.get(i);
      double dropoff = pickupAt + offset[i];
      if (dropoff > delivery.promisedBy()) {
        cost += policy.lateWeight() * (dropoff - delivery.promisedBy());
      }
      if (dropoff > delivery.latestDropoff()) {
        cost += (offset.length + 1) * policy.lostCost();
      }
    }
    return cost;
  }
}
