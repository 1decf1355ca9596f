package dev.plaza.dispatch.mdrp;

import java.util.List;

/// What happened on the day: the trips in the order they were begun, seconds.
record MdrpSolution(List<Trip> trips) {

  /// @param assignedAt when the last of its orders was given to the courier
  /// @param dropoffAt of each order, in the order of the visit
  record Trip(
      String courier,
      List<String> orders,
      double assignedAt,
      double departAt,
      double pickupAt,
      List<Double> dropoffAt) {}
}
