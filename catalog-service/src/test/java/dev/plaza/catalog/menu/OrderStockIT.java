package dev.plaza.catalog.menu;

import static dev.plaza.catalog.Catalog.menu;
import static dev.plaza.catalog.Catalog.restaurant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.plaza.catalog.Catalog;
import dev.plaza.catalog.CatalogEvents;
import dev.plaza.catalog.CatalogTest;
import dev.plaza.contracts.Place;
import dev.plaza.contracts.Topics;
import dev.plaza.contracts.order.OrderEvent;
import dev.plaza.infra.TestInfra;
import dev.plaza.platform.Ids;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.kafka.core.KafkaTemplate;
import tools.jackson.databind.json.JsonMapper;

@CatalogTest
class OrderStockIT {

  private static final Duration SOON = Duration.ofSeconds(10);

  @LocalServerPort int port;
  @Autowired KafkaTemplate<String, byte[]> kafka;
  @Autowired JsonMapper json;

  private Catalog counted(String id, int stock) {
    var staff = Catalog.staff(port, id);
    staff.put("/restaurants/" + id, restaurant(id, 44.0, 11.0, "24/7"));
    staff.put("/restaurants/" + id + "/menu", menu("a", 100), "If-Match", "0");
    staff.patch("/restaurants/" + id + "/items/a", "{\"stock\":" + stock + "}");
    return staff;
  }

  private void send(String type, String order, String restaurant, int quantity, String eventId) {
    var place = new Place(44, 11);
    var event =
        new OrderEvent(
            order,
            1,
            "PENDING",
            "alice",
            restaurant,
            null,
            null,
            null,
            place,
            place,
            null,
            null,
            "EUR",
            100,
            0,
            0,
            0,
            List.of(
                new OrderEvent.Line("1", "a", "A", quantity),
                new OrderEvent.Line("2", "gone", "Gone", 1)),
            null,
            Instant.parse("2026-01-14T12:00:00Z"));
    var record = new ProducerRecord<>(Topics.ORDER_ORDER, order, json.writeValueAsBytes(event));
    record.headers().add("ce_type", type.getBytes(StandardCharsets.UTF_8));
    record.headers().add("ce_id", eventId.getBytes(StandardCharsets.UTF_8));
    kafka.send(record).join();
  }

  private void send(String type, String order, String restaurant, int quantity) {
    send(type, order, restaurant, quantity, Ids.next());
  }

  private static int stock(Catalog staff, String id) {
    return staff
        .get("/restaurants/" + id + "/menu")
        .body()
        .at("/categories/0/items/0/stock")
        .asInt();
  }

  private static void awaitStock(Catalog staff, String id, int expected) {
    await().atMost(SOON).until(() -> stock(staff, id) == expected);
  }

  @Test
  void followsOrdersAndTakesBackWhatWasNotCooked() {
    var staff = counted("stock-1", 10);

    send(OrderEvent.PLACED, "o1", "stock-1", 3);
    awaitStock(staff, "stock-1", 7);
    send(OrderEvent.PLACED, "o2", "stock-1", 2);
    awaitStock(staff, "stock-1", 5);
    send(OrderEvent.REJECTED, "o1", "stock-1", 3);
    awaitStock(staff, "stock-1", 8);
    send(OrderEvent.ACCEPTED, "o2", "stock-1", 2);
    send(OrderEvent.CANCELLED, "o2", "stock-1", 2);
    send(OrderEvent.PLACED, "o3", "stock-1", 1);
    awaitStock(staff, "stock-1", 7);
    for (var end : List.of(OrderEvent.CANCELLED, OrderEvent.PAYMENT_FAILED, OrderEvent.EXPIRED)) {
      send(OrderEvent.PLACED, "e" + end, "stock-1", 1);
      awaitStock(staff, "stock-1", 6);
      send(end, "e" + end, "stock-1", 1);
      awaitStock(staff, "stock-1", 7);
    }
  }

  @Test
  void eventsThatComeTwiceCountOnce() {
    var staff = counted("stock-2", 10);
    var once = Ids.next();
    var end = Ids.next();

    send(OrderEvent.PLACED, "d1", "stock-2", 3, once);
    send(OrderEvent.PLACED, "d1", "stock-2", 3, once);
    send(OrderEvent.CANCELLED, "d1", "stock-2", 3, end);
    send(OrderEvent.CANCELLED, "d1", "stock-2", 3, end);
    send(OrderEvent.CANCELLED, "d1", "stock-2", 3, Ids.next());
    send(OrderEvent.PLACED, "d2", "stock-2", 1);

    awaitStock(staff, "stock-2", 9);
  }

  @Test
  void recountForgetsWhatWasTakenBefore() {
    var staff = counted("stock-3", 10);
    send(OrderEvent.PLACED, "r1", "stock-3", 4);
    awaitStock(staff, "stock-3", 6);

    staff.patch("/restaurants/stock-3/items/a", "{\"stock\":20}");
    send(OrderEvent.CANCELLED, "r1", "stock-3", 4);
    send(OrderEvent.PLACED, "r2", "stock-3", 1);

    awaitStock(staff, "stock-3", 19);
  }

  @Test
  void stockNeverShowsLessThanNothing() {
    var staff = counted("stock-4", 2);

    send(OrderEvent.PLACED, "n1", "stock-4", 5);
    awaitStock(staff, "stock-4", 0);
    send(OrderEvent.CANCELLED, "n1", "stock-4", 5);
    awaitStock(staff, "stock-4", 2);
  }

  @Test
  void ordersAreFollowedSilently() {
    var staff = counted("stock-5", 10);
    send(OrderEvent.PLACED, "s1", "stock-5", 1);
    awaitStock(staff, "stock-5", 9);
    staff.patch("/restaurants/stock-5/items/a", "{\"available\":false}");

    try (var events = new CatalogEvents(TestInfra.urls().kafka(), Topics.CATALOG_MENU)) {
      var told =
          await()
              .atMost(SOON)
              .until(() -> events.all(it -> it.key().equals("stock-5/a")), it -> it.size() == 2);
      assertThat(told.getLast().value().at("/stock").asInt()).isEqualTo(9);
      assertThat(told.getLast().value().at("/revision").asLong()).isEqualTo(2);
    }
  }
}
