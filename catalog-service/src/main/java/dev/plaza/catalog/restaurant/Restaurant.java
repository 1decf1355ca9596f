package dev.plaza.catalog.restaurant;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A restaurant in the catalog.
///
/// @param revision grows with every change that others must learn of
/// @param hoursUntil up to when its open intervals were published; null: its hours are not known
/// @param menuVersion 0: no menu yet
public record Restaurant(
    String id,
    long revision,
    Profile profile,
    @Nullable Instant pausedUntil,
    @Nullable Instant hoursUntil,
    long menuVersion,
    Instant createdAt,
    Instant updatedAt) {}
