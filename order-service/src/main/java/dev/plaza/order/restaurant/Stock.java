package dev.plaza.order.restaurant;

import java.time.Clock;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/// Takes pieces of counted items for orders, and gives them back. Runs in the caller's transaction.
///
/// A piece is taken by a conditional update, so two orders never get the last one. What is given
/// back counts only while the count it was taken from still stands: the restaurant's next count
/// has seen the shelf, with or without it.
@Component
public class Stock {

  private final JdbcClient jdbc;
  private final Restaurants restaurants;
  private final Clock clock;

  Stock(JdbcClient jdbc, Restaurants restaurants, Clock clock) {
    this.jdbc = jdbc;
    this.restaurants = restaurants;
    this.clock = clock;
  }

  /// @param wanted pieces by sku; items nobody counts are free
  /// @return the first sku that there is not enough of; the transaction must then be rolled back
  public Optional<String> take(String orderId, String restaurantId, Map<String, Integer> wanted) {
    return restaurants
        .shop(restaurantId, wanted.keySet())
        .flatMap(shop -> take(orderId, shop, wanted));
  }

  private Optional<String> take(String orderId, Shop shop, Map<String, Integer> wanted) {
    // In one order everywhere, so that two orders never wait for each other.
    for (var entry : new TreeMap<>(wanted).entrySet()) {
      var item = shop.menu().item(entry.getKey());
      if (item.isPresent()
          && shop.isCounted(item.get())
          && !take(orderId, shop.menu(), item.get(), entry.getValue())) {
        return Optional.of(entry.getKey());
      }
    }
    return Optional.empty();
  }

  /// Exchanges what the order took for other pieces. Never refuses: these are what the restaurant
  /// itself offered, so where its count says otherwise nothing is taken from the count.
  public void exchange(String orderId, String restaurantId, Map<String, Integer> wanted) {
    giveBack(orderId);
    restaurants
        .shop(restaurantId, wanted.keySet())
        .ifPresent(
            shop ->
                new TreeMap<>(wanted)
                    .forEach((sku, quantity) -> take(orderId, shop, Map.of(sku, quantity))));
  }

  /// Gives back everything the order took. Twice is harmless.
  public void giveBack(String orderId) {
    jdbc.sql(
            """
            WITH gone AS (
              DELETE FROM stock_hold WHERE order_id = ?
              RETURNING restaurant_id, sku, revision, menu_version, quantity
            )
            UPDATE item_state i SET taken = i.taken - gone.quantity FROM gone
            WHERE i.restaurant_id = gone.restaurant_id AND i.sku = gone.sku
              AND i.revision = gone.revision AND i.menu_version = gone.menu_version
            """)
        .param(orderId)
        .update();
  }

  private boolean take(String orderId, Menu menu, Menu.Item item, int quantity) {
    startCount(menu, item);
    return jdbc.sql(
                """
                WITH took AS (
                  UPDATE item_state SET taken = taken + :quantity
                  WHERE restaurant_id = :restaurant AND sku = :sku AND available
                    AND (stock IS NULL OR stock - taken >= :quantity)
                  RETURNING revision, menu_version
                )
                INSERT INTO stock_hold
                  (order_id, sku, restaurant_id, revision, menu_version, quantity, created_at)
                SELECT :order, :sku, :restaurant, revision, menu_version, :quantity, :now FROM took
                """)
            .param("order", orderId)
            .param("restaurant", menu.restaurantId())
            .param("sku", item.sku())
            .param("quantity", quantity)
            .param("now", clock.instant().atOffset(ZoneOffset.UTC))
            .update()
        == 1;
  }

  /// The menu's own count begins with the first piece taken, and again with each menu.
  private void startCount(Menu menu, Menu.Item item) {
    if (item.stock() == null) {
      return;
    }
    jdbc.sql(
            """
            INSERT INTO item_state (restaurant_id, sku, revision, menu_version, available, stock)
            VALUES (?, ?, 0, ?, ?, ?)
            ON CONFLICT (restaurant_id, sku) DO UPDATE
            SET menu_version = excluded.menu_version, available = excluded.available,
                stock = excluded.stock, taken = 0
            WHERE item_state.revision = 0 AND item_state.menu_version < excluded.menu_version
            """)
        .param(menu.restaurantId())
        .param(item.sku())
        .param(menu.version())
        .param(item.available())
        .param(item.stock())
        .update();
  }
}
