package dev.plaza.catalog.menu;

import dev.plaza.contracts.Topics;
import dev.plaza.contracts.catalog.ItemAvailabilityEvent;
import dev.plaza.contracts.catalog.MenuEvent;
import dev.plaza.platform.outbox.OutboundEvent;
import java.time.Instant;
import java.util.List;

/// Tells the others about menus and what is left of their items.
final class MenuEvents {

  private MenuEvents() {}

  static OutboundEvent published(String restaurantId, long version, Menu menu, Instant at) {
    var event =
        new MenuEvent(
            restaurantId,
            version,
            menu.currency(),
            menu.categories().stream().map(MenuEvents::category).toList(),
            at);
    return new OutboundEvent(
        Topics.CATALOG_MENU, restaurantId, MenuEvent.PUBLISHED, restaurantId, event);
  }

  static OutboundEvent changed(String restaurantId, ItemState state, Instant at) {
    var key = restaurantId + "/" + state.sku();
    var event =
        new ItemAvailabilityEvent(
            restaurantId, state.sku(), state.revision(), state.available(), state.stock(), at);
    return new OutboundEvent(Topics.CATALOG_MENU, key, ItemAvailabilityEvent.CHANGED, key, event);
  }

  private static MenuEvent.Category category(Menu.Category category) {
    return new MenuEvent.Category(
        category.id(), category.name(), category.items().stream().map(MenuEvents::item).toList());
  }

  private static MenuEvent.Item item(Menu.Item item) {
    return new MenuEvent.Item(
        item.sku(),
        item.name(),
        item.description(),
        item.price(),
        item.taxCategory(),
        item.available(),
        item.stock(),
        item.dayParts().stream()
            .map(it -> new MenuEvent.DayPart(it.name(), it.from(), it.to()))
            .toList(),
        groups(item.modifierGroups()));
  }

  private static List<MenuEvent.ModifierGroup> groups(List<Menu.ModifierGroup> groups) {
    return groups.stream()
        .map(
            it ->
                new MenuEvent.ModifierGroup(
                    it.id(),
                    it.name(),
                    it.min(),
                    it.max(),
                    it.maxPerOption(),
                    it.options().stream().map(MenuEvents::option).toList()))
        .toList();
  }

  private static MenuEvent.Option option(Menu.Option option) {
    return new MenuEvent.Option(
        option.id(),
        option.name(),
        option.price(),
        option.available(),
        groups(option.modifierGroups()));
  }
}
