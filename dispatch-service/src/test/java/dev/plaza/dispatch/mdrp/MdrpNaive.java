package dev.plaza.dispatch.mdrp;

import dev.plaza.dispatch.matching.Spot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;

/// The floor: each order at its placement, alone, to whoever can pick it up first; never changed.
final class MdrpNaive {

  private MdrpNaive() {}

  static MdrpSolution run(MdrpInstance instance) {
    var travel = instance.travel();
    var handling = instance.handling();
    var at = new HashMap<String, Spot>();
    var free = new HashMap<String, Double>();
    for (var it : instance.couriers()) {
      at.put(it.id(), it.start());
      free.put(it.id(), it.onAt());
    }
    var trips = new ArrayList<MdrpSolution.Trip>();
    var inOrder =
        instance.orders().stream()
            .sorted(
                Comparator.comparingDouble(MdrpInstance.Order::placedAt)
                    .thenComparingDouble(MdrpInstance.Order::readyAt))
            .toList();
    for (var order : inOrder) {
      var shop = instance.restaurants().get(order.restaurant());
      MdrpInstance.Courier best = null;
      double bestPickup = Double.POSITIVE_INFINITY;
      double bestApproach = Double.POSITIVE_INFINITY;
      for (var it : instance.couriers()) {
        double approach = travel.seconds(at.get(it.id()), shop);
        double leave = Math.max(order.placedAt(), free.get(it.id()));
        double pickup = Math.max(order.readyAt(), leave + approach + handling.beforePickup());
        boolean better = pickup < bestPickup || (pickup == bestPickup && approach < bestApproach);
        if (pickup <= it.offAt() && better) {
          best = it;
          bestPickup = pickup;
          bestApproach = approach;
        }
      }
      if (best == null) {
        continue;
      }
      double dropoff =
          bestPickup
              + handling.afterPickup()
              + travel.seconds(shop, order.dropoff())
              + handling.beforeDropoff();
      trips.add(
          new MdrpSolution.Trip(
              best.id(),
              List.of(order.id()),
              order.placedAt(),
              Math.max(order.placedAt(), free.get(best.id())),
              bestPickup,
              List.of(dropoff)));
      at.put(best.id(), order.dropoff());
      free.put(best.id(), dropoff + handling.afterDropoff());
    }
    return new MdrpSolution(trips);
  }
}
