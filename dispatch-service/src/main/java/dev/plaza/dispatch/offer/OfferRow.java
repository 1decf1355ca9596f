package dev.plaza.dispatch.offer;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An offer as operators see it.
///
/// @param couriers `<id>:<what he said>`
public record OfferRow(
    String id,
    String status,
    List<String> orderIds,
    List<String> couriers,
    @Nullable String takenBy,
    Instant createdAt,
    Instant expiresAt) {}
