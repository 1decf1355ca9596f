package dev.plaza.order.work;

import java.time.Instant;

/// An effect to carry out.
///
/// @param payload what to do, JSON
/// @param attempts how often it was begun, this time included
/// @param createdAt when it was first asked for
/// @param leasedUntil after this moment somebody else may take it
public record Job(
    String id,
    String orderId,
    String payload,
    int attempts,
    Instant createdAt,
    Instant leasedUntil) {}
