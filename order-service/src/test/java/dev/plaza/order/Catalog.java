package dev.plaza.order;

import static org.awaitility.Awaitility.await;

import dev.plaza.contracts.Topics;
import dev.plaza.contracts.catalog.ItemAvailabilityEvent;
import dev.plaza.contracts.catalog.MenuEvent;
import dev.plaza.contracts.catalog.RestaurantEvent;
import dev.plaza.contracts.dispatch.SurgeEvent;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.kafka.core.KafkaTemplate;
import tools.jackson.databind.json.JsonMapper;

/// Plays the catalog (and dispatch's surge): publishes, and waits until the service has taken it.
public class Catalog {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final KafkaTemplate<String, byte[]> kafka;
  private final JdbcClient jdbc;
  private final JsonMapper json;

  Catalog(KafkaTemplate<String, byte[]> kafka, JdbcClient jdbc, JsonMapper json) {
    this.kafka = kafka;
    this.jdbc = jdbc;
    this.json = json;
  }

  public void publish(RestaurantEvent event) {
    send(Topics.CATALOG_RESTAURANT, event.restaurantId(), RestaurantEvent.UPDATED, event);
    taken(
        "SELECT count(*) FROM restaurant WHERE id = ? AND revision >= ?",
        event.restaurantId(),
        event.revision());
  }

  public void publish(MenuEvent event) {
    send(Topics.CATALOG_MENU, event.restaurantId(), MenuEvent.PUBLISHED, event);
    taken(
        "SELECT count(*) FROM menu WHERE restaurant_id = ? AND version = ?",
        event.restaurantId(),
        event.menuVersion());
  }

  public void publish(ItemAvailabilityEvent event) {
    String key = event.restaurantId() + "/" + event.sku();
    send(Topics.CATALOG_MENU, key, ItemAvailabilityEvent.CHANGED, event);
    taken(
        """
        SELECT count(*) FROM item_state WHERE restaurant_id || '/' || sku = ? AND revision >= ?
        """,
        key,
        event.revision());
  }

  public void publish(SurgeEvent event) {
    send(Topics.DISPATCH_SURGE, event.cell(), SurgeEvent.CHANGED, event);
    taken(
        "SELECT count(*) FROM surge WHERE cell = ? AND floor(extract(epoch FROM at) * 1000) >= ?",
        event.cell(),
        event.at().toEpochMilli());
  }

  /// Sends whatever it is given, right or wrong, and waits for nothing.
  public void send(String topic, String key, String type, Object value) {
    var record =
        new ProducerRecord<>(
            topic, key, value instanceof byte[] raw ? raw : json.writeValueAsBytes(value));
    record.headers().add("ce_id", bytes(UUID.randomUUID().toString()));
    record.headers().add("ce_type", bytes(type));
    kafka.send(record).join();
  }

  private void taken(String sql, String key, long version) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(20))
        .until(() -> jdbc.sql(sql).param(key).param(version).query(Integer.class).single() > 0);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
