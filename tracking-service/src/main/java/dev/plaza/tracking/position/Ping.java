package dev.plaza.tracking.position;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A position as a device sends it: nothing in it is believed yet.
record Ping(
    @Nullable Double lat,
    @Nullable Double lon,
    @Nullable Double accuracyM,
    @Nullable Double speedMps,
    @Nullable Double bearingDeg,
    @Nullable Instant ts) {}
