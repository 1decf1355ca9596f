package dev.plaza.order.restaurant;

import java.time.Instant;
import java.time.LocalTime;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A restaurant with its newest menu and stock, read at one moment.
public final class Shop {

  private final Restaurant restaurant;
  private final Menu menu;
  private final Map<String, ItemState> states;

  Shop(Restaurant restaurant, Menu menu, Map<String, ItemState> states) {
    this.restaurant = restaurant;
    this.menu = menu;
    this.states = Map.copyOf(states);
  }

  /// One that nothing was sold or changed in since the menu was published.
  public static Shop fresh(Restaurant restaurant, Menu menu) {
    return new Shop(restaurant, menu, Map.of());
  }

  public Restaurant restaurant() {
    return restaurant;
  }

  public Menu menu() {
    return menu;
  }

  /// How many of this item could be sold: [Integer#MAX_VALUE] when nobody counts.
  public int left(Menu.Item item) {
    ItemState state = state(item);
    Integer stock = state == null ? item.stock() : state.stock();
    boolean available = state == null ? item.available() : state.available();
    if (!available) {
      return 0;
    }
    int taken = state == null ? 0 : state.taken();
    return stock == null ? Integer.MAX_VALUE : Math.max(0, stock - taken);
  }

  /// Whether orders take from a count of this item.
  boolean isCounted(Menu.Item item) {
    ItemState state = state(item);
    return (state == null ? item.stock() : state.stock()) != null;
  }

  /// The wall clock at the restaurant.
  public LocalTime localTime(Instant now) {
    return now.atZone(restaurant.zone()).toLocalTime();
  }

  private @Nullable ItemState state(Menu.Item item) {
    ItemState state = states.get(item.sku());
    return state == null || state.isVoidFor(menu) ? null : state;
  }
}
