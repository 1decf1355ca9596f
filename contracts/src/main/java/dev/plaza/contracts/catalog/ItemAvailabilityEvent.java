package dev.plaza.contracts.catalog;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// An item went in or out of sale without a new menu version (`ce_type`
/// `catalog.menu.item_availability_changed`).
///
/// Topic `catalog.menu.v1`, key `<restaurantId>/<sku>`. A consumer keeps the highest `revision`.
///
/// @param revision grows by one with every change of this item, over all menu versions
/// @param stock how many are left now; null: not counted
public record ItemAvailabilityEvent(
    String restaurantId,
    String sku,
    long revision,
    boolean available,
    @Nullable Integer stock,
    Instant at) {

  public static final String CHANGED = "catalog.menu.item_availability_changed";
}
