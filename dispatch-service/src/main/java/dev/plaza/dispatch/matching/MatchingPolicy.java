package dev.plaza.dispatch.matching;

/// What the matcher pays for. One unit of cost is one second of delay of one delivery.
///
/// @param handling time spent at the doors
/// @param horizon deliveries that are ready later than now + horizon are not planned yet
/// @param lead a trip is committed when its courier must leave before now + lead
/// @param lateWeight cost of a second after the promised time, on top of the delay itself
/// @param busyWeight price of a second of a courier's time when there are enough of them
/// @param shortageWeight how much that price rises per delivery that waits beyond one a courier
/// @param shortageWindow deliveries ready and couriers free within now + window are compared
/// @param ratingWeight cost of each star below 5
/// @param loadWeight cost of each delivery a courier had lately
/// @param lostCost cost of a delivery that nobody takes
/// @param batchMax most deliveries in a trip
/// @param evaluationsMax most routes that one round may cost out; the plan is valid whenever it
///     stops
public record MatchingPolicy(
    Handling handling,
    double horizon,
    double lead,
    double lateWeight,
    double busyWeight,
    double shortageWeight,
    double shortageWindow,
    double ratingWeight,
    double loadWeight,
    double lostCost,
    int batchMax,
    int evaluationsMax) {

  /// Seconds at each door, before and after the hand-over itself.
  public record Handling(
      double beforePickup, double afterPickup, double beforeDropoff, double afterDropoff) {}
}
