package dev.plaza.journeys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.plaza.dev.client.Geo.Point;
import dev.plaza.dev.client.Response;
import dev.plaza.dev.client.Session;
import dev.plaza.dev.client.Subject;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/// A restaurant of the tests' own, open at any hour, whose staff does what the test says.
///
/// It sells soup for 9.00, bread for 3.00 and a pizza for 12.00 that needs a size (`small` 0,
/// `large` +3.00).
final class Kitchen {

  static final Point PLACE = new Point(48.2082, 16.3738);

  private final Stack stack;
  private final String id;
  private final Session staff;

  private Kitchen(Stack stack, String id) {
    this.stack = stack;
    this.id = id;
    this.staff = stack.as(Subject.staff(id));
  }

  static Kitchen open(Stack stack) {
    return open(stack, "24/7");
  }

  static Kitchen open(Stack stack, String hours) {
    var kitchen = new Kitchen(stack, "journey-" + UUID.randomUUID());
    kitchen.describe(hours);
    kitchen.publish(0, 900);
    kitchen.awaitOrderable();
    return kitchen;
  }

  String id() {
    return id;
  }

  Session staff() {
    return staff;
  }

  void describe(String hours) {
    var restaurant =
        Map.of(
            "name",
            "Journey kitchen",
            "location",
            Map.of("lat", PLACE.lat(), "lon", PLACE.lon()),
            "timezone",
            "Europe/Vienna",
            "currency",
            "EUR",
            "hours",
            hours,
            "cuisines",
            List.of("soup"),
            "price_level",
            1,
            "prep_minutes",
            1,
            "delivery",
            Map.of("radius_m", 5_000, "minimum_order", 500));
    var answer = Stack.patiently(() -> stack.ops().put("/restaurants/" + id, restaurant));
    assertThat(answer.ok()).as("PUT /restaurants: %s", answer.brief()).isTrue();
  }

  /// @param replaces the version that this menu replaces
  void publish(long replaces, long soupPrice) {
    var size =
        Map.of(
            "id",
            "size",
            "name",
            "Size",
            "min",
            1,
            "max",
            1,
            "options",
            List.of(
                Map.of("id", "small", "name", "Small", "price", 0),
                Map.of("id", "large", "name", "Large", "price", 300)));
    var items =
        List.of(
            item("soup", "Soup of the day", soupPrice, List.of()),
            item("bread", "Bread", 300, List.of()),
            item("pizza", "Pizza", 1_200, List.of(size)));
    var menu =
        Map.of("categories", List.of(Map.of("id", "all", "name", "Everything", "items", items)));
    var answer =
        Stack.patiently(
            () ->
                stack
                    .ops()
                    .call(
                        "PUT",
                        "/restaurants/" + id + "/menu",
                        menu,
                        Map.of("If-Match", "\"" + replaces + "\"")));
    assertThat(answer.ok()).as("PUT menu: %s %s", answer.brief(), answer.body()).isTrue();
  }

  private static Map<String, Object> item(
      String sku, String name, long price, List<Map<String, Object>> groups) {
    var item = new HashMap<String, Object>();
    item.put("sku", sku);
    item.put("name", name);
    item.put("price", price);
    item.put("tax_category", "food");
    item.put("available", true);
    item.put("modifier_groups", groups);
    return item;
  }

  private void awaitOrderable() {
    var guest = new Guest(stack, "kitchen-taster");
    await("the menu of " + id + " reaches the order service")
        .atMost(Duration.ofSeconds(30))
        .pollInterval(Duration.ofMillis(200))
        .until(() -> guest.cart(this, Guest.soup(1), "").ok());
  }

  Response accept(String order, int minutes) throws IOException, InterruptedException {
    return staff.post("/order/" + order + "/accept", Map.of("prep_minutes", minutes));
  }

  Response reject(String order) throws IOException, InterruptedException {
    return staff.post("/order/" + order + "/reject", Map.of("reason", "too_busy"));
  }

  Response ready(String order) throws IOException, InterruptedException {
    return staff.post("/order/" + order + "/ready", Map.of());
  }

  /// Offers `sku` (null: nothing) instead of a line.
  Response substitute(String order, String line, String sku, int quantity)
      throws IOException, InterruptedException {
    var instead = new HashMap<String, Object>();
    instead.put("line_id", line);
    instead.put("sku", sku);
    instead.put("quantity", quantity);
    instead.put("modifiers", List.of());
    return staff.post("/order/" + order + "/substitute", Map.of("items", List.of(instead)));
  }
}
