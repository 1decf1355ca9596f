package dev.plaza.order.restaurant;

import dev.plaza.contracts.Topics;
import dev.plaza.contracts.catalog.ItemAvailabilityEvent;
import dev.plaza.contracts.catalog.MenuEvent;
import dev.plaza.contracts.catalog.RestaurantEvent;
import dev.plaza.platform.events.InboundEvents;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;

/// Keeps the local copy of the catalog.
///
/// Each statement takes only what is newer than what it finds, so a record that comes twice, late
/// or out of order changes nothing: no inbox is needed.
@Component
class CatalogListener {

  private final JdbcClient jdbc;
  private final InboundEvents events;
  private final RestaurantProperties properties;

  CatalogListener(JdbcClient jdbc, InboundEvents events, RestaurantProperties properties) {
    this.jdbc = jdbc;
    this.events = events;
    this.properties = properties;
  }

  @KafkaListener(
      id = "order.catalog.restaurant",
      topics = Topics.CATALOG_RESTAURANT,
      idIsGroup = false)
  void restaurants(ConsumerRecord<String, byte[]> record) {
    if (events.type(record).equals(RestaurantEvent.UPDATED)) {
      var event = events.read(record, RestaurantEvent.class);
      var restaurant = sound(() -> Restaurant.of(event));
      keep(restaurant.id(), restaurant.revision(), text(record));
    }
  }

  @KafkaListener(id = "order.catalog.menu", topics = Topics.CATALOG_MENU, idIsGroup = false)
  void menus(ConsumerRecord<String, byte[]> record) {
    switch (events.type(record)) {
      case MenuEvent.PUBLISHED -> {
        var event = events.read(record, MenuEvent.class);
        var menu = sound(() -> Menu.of(event));
        keepMenu(menu.restaurantId(), menu.version(), text(record));
      }
      case ItemAvailabilityEvent.CHANGED -> keep(events.read(record, ItemAvailabilityEvent.class));
      default -> {
        // a type of a later minor version: nothing this service needs
      }
    }
  }

  private void keep(String id, long revision, String body) {
    jdbc.sql(
            """
            INSERT INTO restaurant (id, revision, body) VALUES (?, ?, ?::jsonb)
            ON CONFLICT (id) DO UPDATE SET revision = excluded.revision, body = excluded.body
            WHERE restaurant.revision < excluded.revision
            """)
        .param(id)
        .param(revision)
        .param(body)
        .update();
  }

  private void keepMenu(String restaurantId, long version, String body) {
    jdbc.sql(
            """
            WITH old AS (
              DELETE FROM menu WHERE restaurant_id = ? AND version <= ?
            )
            INSERT INTO menu (restaurant_id, version, body) VALUES (?, ?, ?::jsonb)
            ON CONFLICT (restaurant_id, version) DO NOTHING
            """)
        .param(restaurantId)
        .param(version - properties.menusKept())
        .param(restaurantId)
        .param(version)
        .param(body)
        .update();
  }

  /// A new count starts at nothing taken: what orders took before is in it.
  private void keep(ItemAvailabilityEvent event) {
    jdbc.sql(
            """
            INSERT INTO item_state (restaurant_id, sku, revision, menu_version, available, stock)
            VALUES (?, ?, ?, 0, ?, ?)
            ON CONFLICT (restaurant_id, sku) DO UPDATE
            SET revision = excluded.revision, menu_version = 0, available = excluded.available,
                stock = excluded.stock, taken = 0
            WHERE item_state.revision < excluded.revision
            """)
        .param(event.restaurantId())
        .param(event.sku())
        .param(event.revision())
        .param(event.available())
        .param(event.stock())
        .update();
  }

  /// A record that makes no sense will make none at the next try either: poison, to be set aside.
  private static <T> T sound(Supplier<T> parsed) {
    try {
      return parsed.get();
    } catch (DateTimeException | NullPointerException e) {
      throw new IllegalArgumentException("an incomplete or impossible record", e);
    }
  }

  private static String text(ConsumerRecord<String, byte[]> record) {
    return new String(record.value(), StandardCharsets.UTF_8);
  }
}
