package dev.plaza.notify.delivery;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What a transaction makes of a delivery.
///
/// @param dueAt when it is looked at again; the lease's end for a claimed one
/// @param attempts after it
/// @param avoid the provider that just failed
/// @param trail decisions to append, as JSON
record Change(
    String id,
    DeliveryState state,
    Instant dueAt,
    boolean decided,
    int attempts,
    @Nullable String device,
    @Nullable String provider,
    @Nullable String avoid,
    @Nullable String reason,
    String trail) {}
