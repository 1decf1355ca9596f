package dev.plaza.order.work;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// An effect to carry out.
///
/// @param payload what to do, JSON
/// @param attempts how often it was begun, this time included
/// @param traceparent the trace it was asked for in
/// @param createdAt when it was first asked for
/// @param leasedUntil after this moment somebody else may take it
public record Job(
    String id,
    String orderId,
    String payload,
    int attempts,
    @Nullable String traceparent,
    Instant createdAt,
    Instant leasedUntil) {}
