package dev.plaza.dispatch.matching;

import java.util.List;

/// A trip for a courier: go there, take these, bring them in this order.
///
/// @param kind a new trip, or what to add to the one he heads for
/// @param deliveries in order of drop-off; for a grown trip the whole new content
/// @param departBy leaving later than this would delay the pick-up
/// @param dropoffAt expected hand-over of each delivery, in the same order
/// @param cost what the matcher charged for it
public record Proposal(
    Kind kind,
    String courierId,
    List<Delivery> deliveries,
    double departBy,
    double pickupAt,
    List<Double> dropoffAt,
    double cost) {

  public enum Kind {
    NEW_TRIP,
    GROWN_TRIP
  }

  public Proposal {
    deliveries = List.copyOf(deliveries);
    dropoffAt = List.copyOf(dropoffAt);
  }
}
