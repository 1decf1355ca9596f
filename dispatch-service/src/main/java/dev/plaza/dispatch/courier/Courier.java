package dev.plaza.dispatch.courier;

import dev.plaza.contracts.Place;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// @param carrying active assignments
/// @param sessionLoad assignments since he went online
/// @param location null until the first position arrives
/// @param locatedAt when the position reached the platform
/// @param seenAt last sign of life: a position, or a request of his
public record Courier(
    String id,
    CourierStatus status,
    int capacity,
    Vehicle vehicle,
    double rating,
    int carrying,
    int sessionLoad,
    @Nullable Place location,
    @Nullable Instant locatedAt,
    Instant seenAt,
    Instant updatedAt) {

  public boolean hasRoom() {
    return carrying < capacity;
  }
}
