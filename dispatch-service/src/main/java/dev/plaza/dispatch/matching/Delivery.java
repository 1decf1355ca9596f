package dev.plaza.dispatch.matching;

import java.util.Set;

/// An order that waits for a courier. Moments are seconds since any fixed origin.
///
/// @param batchKey only deliveries with equal keys may share a trip (one restaurant)
/// @param readyAt when the food can be taken
/// @param promisedBy later than this is late
/// @param latestDropoff later than this is as bad as not at all; infinite when there is no limit
/// @param reach longest approach, seconds, that a courier may have for it; infinite: any
/// @param refusedBy couriers who must not get it (any more)
public record Delivery(
    String id,
    String batchKey,
    Spot pickup,
    Spot dropoff,
    double readyAt,
    double promisedBy,
    double latestDropoff,
    double reach,
    Set<String> refusedBy) {

  public Delivery {
    if (!Double.isFinite(readyAt) || Double.isNaN(promisedBy)) {
      throw new IllegalArgumentException("a delivery needs times: " + id);
    }
    refusedBy = Set.copyOf(refusedBy);
  }
}
