package dev.plaza.dispatch.matching;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// First bundles, before couriers are known: parallel insertion per restaurant.
///
/// A delivery joins a bundle when the courier time saved, at its price, is worth more than the
/// delay it causes to itself and to the others. With enough couriers the price is low and nearly
/// everything rides alone; under shortage bundles grow by themselves.
final class Batching {

  private final MatchingPolicy policy;
  private final TravelTimes travel;
  private final double timePrice;

  Batching(MatchingPolicy policy, TravelTimes travel, double timePrice) {
    this.policy = policy;
    this.travel = travel;
    this.timePrice = timePrice;
  }

  /// @param due ascending by ready time
  List<Batch> batches(List<Delivery> due) {
    var groups = new LinkedHashMap<String, List<Batch>>();
    for (var delivery : due) {
      place(delivery, groups.computeIfAbsent(delivery.batchKey(), _ -> new ArrayList<>()));
    }
    return groups.values().stream().flatMap(List::stream).toList();
  }

  private void place(Delivery delivery, List<Batch> batches) {
    var alone = Batch.of(delivery, travel, policy.handling());
    double bestCost = cost(alone);
    int bestIndex = -1;
    @Nullable Batch best = null;
    for (int i = 0; i < batches.size(); i++) {
      var batch = batches.get(i);
      if (batch.size() >= policy.batchMax()) {
        continue;
      }
      var grown = batch.with(delivery, timePrice, travel, policy.handling());
      double extra = cost(grown) - cost(batch);
      if (extra < bestCost) {
        bestCost = extra;
        bestIndex = i;
        best = grown;
      }
    }
    if (best == null) {
      batches.add(alone);
    } else {
      batches.set(bestIndex, best);
    }
  }

  /// As if a courier stood at the door when the last of it is ready.
  private double cost(Batch batch) {
    return batch.cost(batch.readyAt, policy)
        + timePrice * (policy.handling().beforePickup() + batch.duration);
  }
}
