package dev.plaza.order.restaurant;

import org.jspecify.annotations.Nullable;

/// What is known about an item beyond the menu.
///
/// @param revision of the catalog's count; 0: made from the menu of `menuVersion` when the first
///     piece was taken, and void when another menu is published
/// @param stock what was counted; null: not counted
/// @param taken by orders since
record ItemState(
    long revision, long menuVersion, boolean available, @Nullable Integer stock, int taken) {

  boolean isVoidFor(Menu menu) {
    return revision == 0 && menuVersion != menu.version();
  }
}
