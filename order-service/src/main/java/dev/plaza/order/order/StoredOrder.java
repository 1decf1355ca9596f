package dev.plaza.order.order;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// An order's row.
///
/// @param saga the state of its saga, which only checkout can read
/// @param handoverCode what the customer tells the courier at the door
public record StoredOrder(
    String id,
    String cartId,
    String customerId,
    String restaurantId,
    @Nullable String courierId,
    long version,
    String saga,
    Progress progress,
    String handoverCode,
    Instant createdAt,
    Instant updatedAt) {}
