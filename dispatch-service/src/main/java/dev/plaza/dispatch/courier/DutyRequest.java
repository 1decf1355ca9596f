package dev.plaza.dispatch.courier;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import org.jspecify.annotations.Nullable;

/// @param capacity deliveries at a time; absent: as before, 1 for a new courier
/// @param vehicle absent: as before
record DutyRequest(
    @NotNull CourierStatus status,
    @Min(1) @Max(10) @Nullable Integer capacity,
    @Nullable Vehicle vehicle) {}
