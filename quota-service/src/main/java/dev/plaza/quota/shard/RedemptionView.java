package dev.plaza.quota.shard;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// What a shard knows of one GUID. The person and the order are in the log only.
///
/// @param offerId null for a GUID that was reversed before anything else was heard of it
/// @param heldUntil while it is reserved
public record RedemptionView(
    UUID guid,
    @Nullable String offerId,
    long units,
    long amount,
    Mode mode,
    Status status,
    Path path,
    @Nullable Long remainingHint,
    @Nullable Instant heldUntil) {}
