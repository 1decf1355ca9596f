package dev.plaza.catalog.menu;

import org.jspecify.annotations.Nullable;

/// What is left of an item, over all versions of the menu.
///
/// @param stock null: not counted
/// @param revision of the last change by staff; 0: only publications so far
record ItemState(String sku, boolean available, @Nullable Integer stock, long revision) {}
