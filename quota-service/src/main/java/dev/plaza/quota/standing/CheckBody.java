package dev.plaza.quota.standing;

import org.jspecify.annotations.Nullable;

/// The order an offer might be used for.
///
/// @param firstOrder whether it is the customer's first; unknown counts as no
record CheckBody(
    @Nullable String userId,
    @Nullable String restaurantId,
    @Nullable SubtotalBody subtotal,
    @Nullable Boolean firstOrder) {

  record SubtotalBody(@Nullable Long amount, @Nullable String currency) {}
}
