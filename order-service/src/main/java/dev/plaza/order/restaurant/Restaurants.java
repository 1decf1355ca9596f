package dev.plaza.order.restaurant;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.plaza.contracts.catalog.MenuEvent;
import dev.plaza.contracts.catalog.RestaurantEvent;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.ResultSetExtractor;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// The local copy of the catalog.
///
/// A restaurant's revision and a menu's version never change their content, so both are kept
/// parsed in memory; which of them is the newest is asked of the database every time, together
/// with the stock: one statement, and instances never disagree.
@Component
public class Restaurants {

  private record Key(String id, long version) {}

  private record Head(long revision, @Nullable Long menuVersion, Map<String, ItemState> states) {}

  private final JdbcClient jdbc;
  private final JsonMapper json;
  private final Cache<Key, Restaurant> restaurants;
  private final Cache<Key, Menu> menus;

  Restaurants(JdbcClient jdbc, JsonMapper json, RestaurantProperties properties) {
    this.jdbc = jdbc;
    this.json = json.rebuild().disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES).build();
    this.restaurants = Caffeine.newBuilder().maximumSize(properties.cachedRestaurantsMax()).build();
    this.menus =
        Caffeine.newBuilder()
            .maximumWeight(properties.cachedMenuItemsMax())
            .weigher((Key _, Menu menu) -> menu.weight())
            .build();
  }

  public Optional<Restaurant> find(String id) {
    return jdbc.sql("SELECT revision FROM restaurant WHERE id = ?")
        .param(id)
        .query(Long.class)
        .optional()
        .flatMap(it -> restaurant(new Key(id, it)));
  }

  /// Empty when the restaurant is not known or has no menu yet.
  ///
  /// @param skus the items whose stock will be asked for
  public Optional<Shop> shop(String id, Collection<String> skus) {
    return head(id, skus).flatMap(head -> shop(id, head));
  }

  private Optional<Shop> shop(String id, Head head) {
    if (head.menuVersion() == null) {
      return Optional.empty();
    }
    var menu = menu(new Key(id, head.menuVersion()));
    return restaurant(new Key(id, head.revision()))
        .flatMap(restaurant -> menu.map(it -> new Shop(restaurant, it, head.states())));
  }

  private Optional<Head> head(String id, Collection<String> skus) {
    return jdbc.sql(
            """
            SELECT r.revision AS restaurant_revision,
                   (SELECT max(m.version) FROM menu m WHERE m.restaurant_id = r.id) AS newest_menu,
                   i.sku, i.revision, i.menu_version, i.available, i.stock, i.taken
            FROM restaurant r
            LEFT JOIN item_state i ON i.restaurant_id = r.id AND i.sku = ANY (?)
            WHERE r.id = ?
            """)
        .param(skus.toArray(String[]::new))
        .param(id)
        .query((ResultSetExtractor<Optional<Head>>) Restaurants::head);
  }

  private static Optional<Head> head(ResultSet rows) throws SQLException {
    Head head = null;
    while (rows.next()) {
      if (head == null) {
        head =
            new Head(
                rows.getLong("restaurant_revision"),
                rows.getObject("newest_menu", Long.class),
                new HashMap<>());
      }
      String sku = rows.getString("sku");
      if (sku != null) {
        head.states()
            .put(
                sku,
                new ItemState(
                    rows.getLong("revision"),
                    rows.getLong("menu_version"),
                    rows.getBoolean("available"),
                    rows.getObject("stock", Integer.class),
                    rows.getInt("taken")));
      }
    }
    return Optional.ofNullable(head);
  }

  private Optional<Restaurant> restaurant(Key key) {
    return cached(restaurants, key, this::readRestaurant);
  }

  private Optional<Menu> menu(Key key) {
    return cached(menus, key, this::readMenu);
  }

  private static <T> Optional<T> cached(
      Cache<Key, T> cache, Key key, Function<Key, Optional<T>> read) {
    T known = cache.getIfPresent(key);
    if (known != null) {
      return Optional.of(known);
    }
    var found = read.apply(key);
    found.ifPresent(it -> cache.put(key, it));
    return found;
  }

  /// The newest one, should the revision have moved on since it was asked for.
  private Optional<Restaurant> readRestaurant(Key key) {
    return jdbc.sql("SELECT body FROM restaurant WHERE id = ?")
        .param(key.id())
        .query(String.class)
        .optional()
        .map(it -> Restaurant.of(json.readValue(it, RestaurantEvent.class)));
  }

  private Optional<Menu> readMenu(Key key) {
    return jdbc.sql("SELECT body FROM menu WHERE restaurant_id = ? AND version = ?")
        .param(key.id())
        .param(key.version())
        .query(String.class)
        .optional()
        .map(it -> Menu.of(json.readValue(it, MenuEvent.class)));
  }
}
