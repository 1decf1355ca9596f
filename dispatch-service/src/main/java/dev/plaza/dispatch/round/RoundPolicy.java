package dev.plaza.dispatch.round;

import dev.plaza.dispatch.matching.MatchingPolicy;
import dev.plaza.dispatch.travel.CityTravel;

/// The service's knobs as the matcher's policy.
final class RoundPolicy {

  /// Nearly a day of delay: anybody is better than nobody.
  private static final double LOST = 100_000;

  private RoundPolicy() {}

  static MatchingPolicy of(RoundProperties properties, CityTravel travel) {
    var handling =
        new MatchingPolicy.Handling(
            travel.atRestaurant().toMillis() / 1000.0,
            0,
            travel.atCustomer().toMillis() / 1000.0,
            0);
    return new MatchingPolicy(
        handling,
        properties.scaled(properties.horizon()),
        properties.lead().toMillis() / 1000.0,
        properties.lateWeight(),
        properties.busyWeight(),
        properties.shortageWeight(),
        properties.scaled(properties.shortageWindow()),
        properties.scaled(properties.rating()),
        properties.scaled(properties.load()),
        LOST,
        properties.batchMax(),
        properties.evaluationsMax());
  }
}
