package dev.plaza.contracts.catalog;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A menu as published (`ce_type` `catalog.menu.published`): immutable under its version.
///
/// Topic `catalog.menu.v1`, key `restaurantId`. Prices are minor units of `currency`, before
/// discounts, taxes included.
///
/// @param menuVersion grows by one with each publication of this restaurant
public record MenuEvent(
    String restaurantId, long menuVersion, String currency, List<Category> categories, Instant at) {

  public static final String PUBLISHED = "catalog.menu.published";

  public record Category(String id, String name, List<Item> items) {}

  /// @param taxCategory `food`, `beverage` or `alcohol`; the order service knows the rates
  /// @param stock how many are left; null: not counted
  /// @param dayParts when it is sold, empty: always
  public record Item(
      String sku,
      String name,
      @Nullable String description,
      long price,
      String taxCategory,
      boolean available,
      @Nullable Integer stock,
      List<DayPart> dayParts,
      List<ModifierGroup> modifierGroups) {}

  /// Local wall-clock times of the restaurant as `HH:mm`; `to` before `from` runs over midnight.
  public record DayPart(String name, String from, String to) {}

  /// @param min how many options must be chosen, counted with quantity
  /// @param max how many may be chosen at most
  /// @param maxPerOption how often one option may be repeated (1: no repeats)
  public record ModifierGroup(
      String id, String name, int min, int max, int maxPerOption, List<Option> options) {}

  public record Option(
      String id, String name, long price, boolean available, List<ModifierGroup> modifierGroups) {}
}
