package dev.plaza.order.cart;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.plaza.order.restaurant.Menu;
import dev.plaza.order.restaurant.Opening;
import dev.plaza.order.restaurant.Shop;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A cart as its owner sees it: with the newest prices, stock and hours.
///
/// @param restaurant null: the restaurant has left the platform
/// @param subtotal of what is on the menu, before discounts and fees
record CartView(
    String id,
    long version,
    String restaurantId,
    @Nullable RestaurantView restaurant,
    long menuVersion,
    String currency,
    List<ItemView> items,
    @Nullable String coupon,
    @Nullable Delivery delivery,
    long tip,
    long subtotal,
    @Nullable String orderId,
    Instant createdAt,
    Instant updatedAt) {

  record RestaurantView(
      String name,
      String status,
      boolean accepting,
      String reason,
      @Nullable Instant nextOpenAt,
      @Nullable Instant acceptsOrdersUntil,
      long minimumOrder) {

    static RestaurantView of(Shop shop, Instant now) {
      Opening opening = shop.restaurant().openingAt(now);
      return new RestaurantView(
          shop.restaurant().name(),
          opening.status().name().toLowerCase(Locale.ROOT),
          opening.accepting(),
          opening.reason(),
          opening.nextOpenAt(),
          opening.acceptsOrdersUntil(),
          shop.restaurant().minimumOrder());
    }
  }

  /// @param unitPrice null: the item is no longer on the menu
  /// @param available whether so many could be had now, with these modifiers
  record ItemView(
      String lineId,
      String sku,
      String name,
      int quantity,
      List<ModifierView> modifiers,
      @Nullable String note,
      @Nullable Long unitPrice,
      @Nullable Long modifiersPrice,
      boolean available) {}

  record ModifierView(
      @Nullable String groupId,
      String optionId,
      @Nullable String name,
      int quantity,
      @Nullable Long price,
      @JsonProperty("modifiers") List<ModifierView> nested) {

    static ModifierView of(Picked it) {
      return new ModifierView(
          it.groupId(),
          it.optionId(),
          it.name(),
          it.quantity(),
          it.price(),
          it.modifiers().stream().map(ModifierView::of).toList());
    }

    /// As chosen, when the menu no longer has it.
    static ModifierView of(Choice it) {
      return new ModifierView(
          it.groupId(),
          it.optionId(),
          null,
          it.times(),
          null,
          it.nested().stream().map(ModifierView::of).toList());
    }
  }

  static CartView of(Cart cart, @Nullable Shop shop, Instant now) {
    var content = cart.content();
    var items = content.lines().stream().map(it -> item(it, shop, now)).toList();
    return new CartView(
        cart.id(),
        cart.version(),
        cart.restaurantId(),
        shop == null ? null : RestaurantView.of(shop, now),
        content.menuVersion(),
        content.currency(),
        items,
        content.coupon(),
        content.delivery(),
        content.tip(),
        items.stream().mapToLong(CartView::worth).sum(),
        cart.orderId(),
        cart.createdAt(),
        cart.updatedAt());
  }

  private static long worth(ItemView item) {
    return item.unitPrice() == null || item.modifiersPrice() == null
        ? 0
        : item.quantity() * (item.unitPrice() + item.modifiersPrice());
  }

  private static ItemView item(CartLine line, @Nullable Shop shop, Instant now) {
    Menu.Item onMenu = shop == null ? null : shop.menu().item(line.sku()).orElse(null);
    var selection = onMenu == null ? null : Selection.of(onMenu, line.choices());
    if (shop == null || onMenu == null || selection == null || !selection.flaws().isEmpty()) {
      return new ItemView(
          line.lineId(),
          line.sku(),
          line.name(),
          line.quantity(),
          line.choices().stream().map(ModifierView::of).toList(),
          line.note(),
          onMenu == null ? null : onMenu.price(),
          null,
          false);
    }
    return new ItemView(
        line.lineId(),
        line.sku(),
        onMenu.name(),
        line.quantity(),
        selection.picked().stream().map(ModifierView::of).toList(),
        line.note(),
        onMenu.price(),
        selection.cost(),
        selection.isAvailable()
            && onMenu.isSoldAt(shop.localTime(now))
            && shop.left(onMenu) >= line.quantity());
  }
}
