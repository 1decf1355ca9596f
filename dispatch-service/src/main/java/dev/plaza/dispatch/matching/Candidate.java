package dev.plaza.dispatch.matching;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A courier as the matcher sees one.
///
/// @param at where he is, or will be at `freeAt`
/// @param freeAt when he can start something new; also a shift that begins later
/// @param offAt no pick-up after this moment
/// @param capacity how many deliveries he can carry in one trip
/// @param rating 0 to 5
/// @param load deliveries he had lately; fewer is preferred
/// @param heading the trip he has begun but not yet picked up, if it may still grow
public record Candidate(
    String id,
    Spot at,
    double freeAt,
    double offAt,
    int capacity,
    double rating,
    int load,
    @Nullable Heading heading) {

  public Candidate {
    if (capacity < 1) {
      throw new IllegalArgumentException("capacity < 1: " + id);
    }
  }

  /// On the way to a restaurant: the place is final, the set of deliveries may only grow.
  public record Heading(List<Delivery> deliveries, double arrivesAt) {
    public Heading {
      if (deliveries.isEmpty()) {
        throw new IllegalArgumentException("heading for nothing");
      }
      deliveries = List.copyOf(deliveries);
    }
  }
}
