package dev.plaza.dev.load;

import dev.plaza.dev.client.Geo.Point;
import java.time.Duration;

/// What load to offer.
///
/// @param perSecond mean arrivals per second; they come at random moments (Poisson)
/// @param inFlightMax arrivals beyond this many unfinished journeys are counted, not begun
/// @param customers how many different people order
public record LoadPlan(
    Journey journey,
    double perSecond,
    Duration length,
    long seed,
    Point centre,
    String card,
    int inFlightMax,
    int customers) {

  static final double PER_SECOND_MAX = 10_000;
  static final Duration LENGTH_MAX = Duration.ofHours(24);

  /// How far each journey goes.
  public enum Journey {
    /// Search and read one menu.
    BROWSE,
    /// Up to a price.
    PRICE,
    /// Up to the authorised order.
    ORDER,
    /// An authorised order without looking around: restaurants and menus are read before.
    CHECKOUT,
    /// Up to the captured order; needs the city simulator.
    WHOLE
  }

  public LoadPlan {
    if (!(perSecond > 0 && perSecond <= PER_SECOND_MAX)) {
      throw new IllegalArgumentException("orders per second must be above 0, at most 10000");
    }
    if (length.isNegative() || length.isZero() || length.compareTo(LENGTH_MAX) > 0) {
      throw new IllegalArgumentException("the load must last above 0 and at most 24 h");
    }
    if (inFlightMax < 1 || customers < 1) {
      throw new IllegalArgumentException("in-flight-max and customers must be positive");
    }
  }
}
