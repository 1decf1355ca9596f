package dev.plaza.catalog.menu;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/// The tables `menu` and `item_state`.
@Component
class MenuStore {

  private final JdbcClient jdbc;
  private final JsonMapper json;

  MenuStore(JdbcClient jdbc, JsonMapper json) {
    this.jdbc = jdbc;
    this.json = json;
  }

  Optional<Menu> find(String restaurantId, long version) {
    return jdbc.sql(
            """
            SELECT body::text FROM menu WHERE restaurant_id = :restaurant AND version = :version
            """)
        .param("restaurant", restaurantId)
        .param("version", version)
        .query((rs, _) -> json.readValue(rs.getString(1), Menu.class))
        .optional();
  }

  void insert(String restaurantId, long version, Menu menu, String by, Instant at) {
    jdbc.sql(
            """
            INSERT INTO menu (restaurant_id, version, body, published_by, published_at)
            VALUES (:restaurant, :version, :body::jsonb, :by, :at)
            """)
        .param("restaurant", restaurantId)
        .param("version", version)
        .param("body", json.writeValueAsString(menu))
        .param("by", by)
        .param("at", at.atOffset(ZoneOffset.UTC))
        .update();
  }

  /// First menus, with the states of items that are sold out or counted.
  void insertFirst(List<Menus.First> menus, String by, Instant at) {
    jdbc.sql(
            """
            INSERT INTO menu (restaurant_id, version, body, published_by, published_at)
            SELECT id, 1, body, :by, :at FROM unnest(:ids, :bodies::jsonb[]) AS n (id, body)
            """)
        .param("ids", menus.stream().map(Menus.First::restaurantId).toArray(String[]::new))
        .param(
            "bodies",
            menus.stream().map(it -> json.writeValueAsString(it.menu())).toArray(String[]::new))
        .param("by", by)
        .param("at", at.atOffset(ZoneOffset.UTC))
        .update();
    jdbc.sql(
            """
            INSERT INTO item_state (restaurant_id, sku, available, stock, revision)
            SELECT m.restaurant_id, i ->> 'sku', (i ->> 'available')::boolean,
                   (i ->> 'stock')::integer, 0
              FROM menu m, jsonb_path_query(m.body, '$.categories[*].items[*]') i
             WHERE m.restaurant_id = ANY(:ids) AND m.version = 1
               AND (i -> 'available' = 'false' OR i ->> 'stock' IS NOT NULL)
            """)
        .param("ids", menus.stream().map(Menus.First::restaurantId).toArray(String[]::new))
        .update();
  }

  /// States of a restaurant's items by sku; an item without one is available and not counted.
  Map<String, ItemState> states(String restaurantId) {
    return jdbc
        .sql("SELECT * FROM item_state WHERE restaurant_id = :restaurant")
        .param("restaurant", restaurantId)
        .query(
            (rs, _) ->
                new ItemState(
                    rs.getString("sku"),
                    rs.getBoolean("available"),
                    rs.getObject("stock", Integer.class),
                    rs.getLong("revision")))
        .list()
        .stream()
        .collect(Collectors.toMap(ItemState::sku, Function.identity()));
  }

  /// Grows with every change of any item of the restaurant, be it by staff or by an order.
  long changes(String restaurantId) {
    return jdbc.sql(
            "SELECT coalesce(sum(changes), 0) FROM item_state WHERE restaurant_id = :restaurant")
        .param("restaurant", restaurantId)
        .query(Long.class)
        .single();
  }

  void save(String restaurantId, ItemState state) {
    jdbc.sql(
            """
            INSERT INTO item_state (restaurant_id, sku, available, stock, revision)
            VALUES (:restaurant, :sku, :available, :stock, :revision)
            ON CONFLICT (restaurant_id, sku) DO UPDATE
               SET available = excluded.available, stock = excluded.stock,
                   revision = excluded.revision, changes = item_state.changes + 1
            """)
        .param("restaurant", restaurantId)
        .param("sku", state.sku())
        .param("available", state.available())
        .param("stock", state.stock())
        .param("revision", state.revision())
        .update();
  }

  /// Takes from the displayed stock of a counted item, never below zero, and remembers it.
  void take(String orderId, String restaurantId, String sku, int quantity, Instant at) {
    var state = lockCounted(restaurantId, sku);
    if (state.isEmpty()) {
      return;
    }
    int taken = Math.min(quantity, state.get().left());
    addStock(restaurantId, sku, state.get().revision(), -taken);
    jdbc.sql(
            """
            INSERT INTO order_stock (order_id, sku, restaurant_id, quantity, revision, at)
            VALUES (:order, :sku, :restaurant, :quantity, :revision, :at)
            ON CONFLICT DO NOTHING
            """)
        .param("order", orderId)
        .param("sku", sku)
        .param("restaurant", restaurantId)
        .param("quantity", taken)
        .param("revision", state.get().revision())
        .param("at", at.atOffset(ZoneOffset.UTC))
        .update();
  }

  private record Counted(int left, long revision) {}

  private Optional<Counted> lockCounted(String restaurantId, String sku) {
    return jdbc.sql(
            """
            SELECT stock, revision FROM item_state
             WHERE restaurant_id = :restaurant AND sku = :sku AND stock IS NOT NULL FOR UPDATE
            """)
        .param("restaurant", restaurantId)
        .param("sku", sku)
        .query((rs, _) -> new Counted(rs.getInt("stock"), rs.getLong("revision")))
        .optional();
  }

  /// Does nothing when the item was counted anew since `revision`: that count has seen the shelf.
  void addStock(String restaurantId, String sku, long revision, int quantity) {
    jdbc.sql(
            """
            UPDATE item_state SET stock = stock + :quantity, changes = changes + 1
             WHERE restaurant_id = :restaurant AND sku = :sku AND revision = :revision
               AND stock IS NOT NULL
            """)
        .param("restaurant", restaurantId)
        .param("sku", sku)
        .param("revision", revision)
        .param("quantity", quantity)
        .update();
  }

  /// Something an order took and has not used.
  record Taken(String sku, String restaurantId, int quantity, long revision) {}

  List<Taken> release(String orderId) {
    return jdbc.sql(
            """
            DELETE FROM order_stock WHERE order_id = :order
            RETURNING sku, restaurant_id, quantity, revision
            """)
        .param("order", orderId)
        .query(
            (rs, _) ->
                new Taken(
                    rs.getString("sku"),
                    rs.getString("restaurant_id"),
                    rs.getInt("quantity"),
                    rs.getLong("revision")))
        .list();
  }

  int forget(Instant before, int limit) {
    return jdbc.sql(
            """
            DELETE FROM order_stock
             WHERE ctid IN (SELECT ctid FROM order_stock WHERE at < :before LIMIT :limit)
            """)
        .param("before", before.atOffset(ZoneOffset.UTC))
        .param("limit", limit)
        .update();
  }
}
