package dev.plaza.dispatch.assignment;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A courier bound to an order.
public record Assignment(
    String id,
    String orderId,
    String courierId,
    String offerId,
    AssignmentStatus status,
    @Nullable String reason,
    Instant assignedAt,
    @Nullable Instant endedAt) {}
