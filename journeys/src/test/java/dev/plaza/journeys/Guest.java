package dev.plaza.journeys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.plaza.dev.client.Geo.Point;
import dev.plaza.dev.client.Response;
import dev.plaza.dev.client.Session;
import dev.plaza.dev.client.Shopper;
import dev.plaza.dev.client.Subject;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/// A customer who does what the test says.
final class Guest {

  static final Point HOME = Kitchen.PLACE.moved(700, 400);
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final Session session;
  private final Shopper shopper;

  Guest(Stack stack, String name) {
    session = stack.as(Subject.customer(name));
    shopper = new Shopper(session, new Random(1));
  }

  /// A guest nobody has seen before.
  static Guest fresh(Stack stack) {
    return new Guest(stack, "guest-" + UUID.randomUUID());
  }

  Session session() {
    return session;
  }

  static List<Map<String, Object>> soup(int quantity) {
    return List.of(Map.of("sku", "soup", "quantity", quantity, "modifiers", List.of()));
  }

  Response cart(Kitchen kitchen, List<Map<String, Object>> items, String instructions)
      throws IOException, InterruptedException {
    return shopper.cart(kitchen.id(), items, HOME, instructions);
  }

  Response price(String cart) throws IOException, InterruptedException {
    return shopper.price(cart);
  }

  Response submit(String cart, String quote, String card, String key, boolean acceptChanges)
      throws IOException, InterruptedException {
    return shopper.order(cart, quote, card, key, acceptChanges);
  }

  /// Orders two soups; the order's id.
  String order(Kitchen kitchen, String instructions, String card) {
    var cart = Stack.patiently(() -> cart(kitchen, soup(2), instructions));
    assertThat(cart.ok()).as("POST /cart: %s", cart.brief()).isTrue();
    var quote = Stack.patiently(() -> price(cart.text("id")));
    assertThat(quote.ok()).as("price: %s", quote.brief()).isTrue();
    var key = Session.newKey();
    var order =
        Stack.patiently(() -> submit(cart.text("id"), quote.text("quote_id"), card, key, false));
    assertThat(order.status()).as("POST /order: %s", order.brief()).isEqualTo(202);
    return order.text("id");
  }

  String order(Kitchen kitchen) {
    return order(kitchen, "", "pm_card_visa");
  }

  JsonNode read(String order) {
    var answer = Stack.patiently(() -> session.get("/order/" + order));
    assertThat(answer.status()).as("GET /order: %s", answer.brief()).isEqualTo(200);
    return answer.body();
  }

  String status(String order) {
    return read(order).path("status").asString("");
  }

  /// Waits until the order has one of `statuses`.
  JsonNode awaits(String order, String... statuses) {
    var wanted = Arrays.asList(statuses);
    return await("order " + order + " becomes " + wanted)
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(200))
        .until(() -> read(order), it -> wanted.contains(it.path("status").asString("")));
  }

  Response cancel(String order) throws IOException, InterruptedException {
    return session.post(
        "/order/" + order + "/cancel", Map.of("reason", "changed_my_mind"), Session.newKey());
  }
}
