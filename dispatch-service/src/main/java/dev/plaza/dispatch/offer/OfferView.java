package dev.plaza.dispatch.offer;

import dev.plaza.contracts.Place;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An offer as couriers see it.
///
/// @param dropoffs in the order in which they are planned
/// @param pay for all of it, minor units
public record OfferView(
    String id,
    List<String> orderIds,
    Pickup pickup,
    List<Dropoff> dropoffs,
    Pay pay,
    Instant expiresAt) {

  public record Pickup(
      Place location, String restaurantId, @Nullable String restaurantName, Instant readyAt) {}

  public record Dropoff(String orderId, Place location) {}

  public record Pay(long amount, String currency) {}
}
