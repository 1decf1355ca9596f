package dev.plaza.dispatch.matching;

import java.util.Set;

/// An order that waits for a courier. Moments are seconds since any fixed origin.
///
/// @param batchKey only deliveries with equal keys may share a trip (one restaurant)
/// @param readyAt when the food can be taken
/// @param promisedBy later than this is late
/// @param latestDropoff later than this is as bad as not at all; infinite when there is no limit
/// @param refusedBy couriers who must not get it (any more)
public record Delivery(
    String id,
    String batchKey,
    Spot pickup,
    Spot dropoff,
    double placedAt,
    double readyAt,
    double promisedBy,
    double latestDropoff,
    Set<String> refusedBy) {

  public Delivery {
    if (!Double.isFinite(readyAt) || !Double.isFinite(placedAt) || Double.isNaN(promisedBy)) {
      throw new IllegalArgumentException("a delivery needs finite times: " + id);
    }
    refusedBy = Set.copyOf(refusedBy);
  }
}
