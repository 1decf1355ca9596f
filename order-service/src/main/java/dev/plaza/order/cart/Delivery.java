package dev.plaza.order.cart;

import dev.plaza.contracts.Place;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/// Where to, and what the courier should know.
public record Delivery(
    @NotNull Place location,
    @Nullable @Size(max = 300) String address,
    @Nullable @Size(max = 500) String instructions) {}
