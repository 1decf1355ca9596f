package dev.plaza.catalog.menu;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The body of `PUT /restaurants/{id}/menu` as sent; [MenuRules] makes a [Menu] of it.
///
/// @param currency null: that of the restaurant
record MenuRequest(@Nullable String currency, @Nullable List<@Nullable CategoryBody> categories) {

  record CategoryBody(
      @Nullable String id, @Nullable String name, @Nullable List<@Nullable ItemBody> items) {}

  /// @param available null: as it is now
  /// @param stock null: as it is now
  record ItemBody(
      @Nullable String sku,
      @Nullable String name,
      @Nullable String description,
      @Nullable Long price,
      @Nullable String taxCategory,
      @Nullable Boolean available,
      @Nullable Integer stock,
      @Nullable List<@Nullable DayPartBody> dayParts,
      @Nullable List<@Nullable GroupBody> modifierGroups) {}

  record DayPartBody(@Nullable String name, @Nullable String from, @Nullable String to) {}

  record GroupBody(
      @Nullable String id,
      @Nullable String name,
      @Nullable Integer min,
      @Nullable Integer max,
      @Nullable Integer maxPerOption,
      @Nullable List<@Nullable OptionBody> options) {}

  record OptionBody(
      @Nullable String id,
      @Nullable String name,
      @Nullable Long price,
      @Nullable Boolean available,
      @Nullable List<@Nullable GroupBody> modifierGroups) {}
}
