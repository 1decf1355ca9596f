package dev.plaza.dev.client;

import dev.plaza.dev.web.HttpApi;
import dev.plaza.dev.web.Json;
import dev.plaza.dev.web.Reply;
import dev.plaza.dev.web.Request;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;

/// The platform in one map: just enough of the contract to let simulated people act.
public final class FakePlatform implements AutoCloseable {

  private static final class Order {
    final String id = UUID.randomUUID().toString();
    final String customer;
    final String instructions;
    final List<String> history = new ArrayList<>();
    String courier = "";
    boolean ready;

    Order(String customer, String instructions) {
      this.customer = customer;
      this.instructions = instructions;
      to("AWAITING_RESTAURANT");
    }

    void to(String status) {
      history.add(status);
    }

    String status() {
      return history.getLast();
    }
  }

  private final Map<String, Order> orders = new LinkedHashMap<>();
  private final Map<String, String> carts = new HashMap<>();
  private final Map<String, String> offers = new HashMap<>();
  private final Set<String> declined = new HashSet<>();
  public final AtomicInteger positions = new AtomicInteger();
  public volatile long latencyMs;
  private final HttpApi server;

  public FakePlatform() throws IOException {
    server = new HttpApi("127.0.0.1", 0);
    server.route("POST", "/sandbox/token", this::token);
    server.route("GET", "/restaurants", _ -> slow(Map.of("items", List.of(restaurant()))));
    server.route("GET", "/restaurants/{id}/menu", _ -> slow(menu()));
    server.route("POST", "/cart", this::cart);
    server.route("POST", "/cart/{id}/price", request -> slow(price(request)));
    server.route("POST", "/order", this::order);
    server.route("GET", "/orders", this::list);
    server.route("GET", "/order/{id}", request -> Reply.json(200, view(of(request), request)));
    server.route("POST", "/order/{id}/{action}", this::act);
    server.route("PUT", "/courier/status", _ -> Reply.json(200, Map.of()));
    server.route("GET", "/courier/offers", this::offers);
    server.route("POST", "/offers/{id}/{answer}", this::answer);
    server.route("POST", "/assignments/{id}/cancel", this::unassign);
    server.route("POST", "/courier/locations", this::located);
    server.route("GET", "/track/{id}", _ -> Reply.json(200, track()));
    server.start();
  }

  public URI url() {
    return URI.create("http://127.0.0.1:" + server.port());
  }

  public synchronized List<String> history(String orderId) {
    var order = orders.get(orderId);
    return order == null ? List.of() : List.copyOf(order.history);
  }

  public synchronized int declined() {
    return declined.size();
  }

  private Reply slow(Object body) throws InterruptedException {
    Thread.sleep(latencyMs);
    return Reply.json(200, body);
  }

  private Reply token(Request request) {
    var sub = Json.tree(request.body()).path("sub").asString();
    var token = Base64.getUrlEncoder().encodeToString(sub.getBytes(StandardCharsets.UTF_8));
    return Reply.json(200, Map.of("access_token", token, "expires_in", 3600));
  }

  private static String caller(Request request) {
    var token = String.valueOf(request.header("Authorization")).substring("Bearer ".length());
    return new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8);
  }

  private static Map<String, Object> place(double lat, double lon) {
    return Map.of("lat", lat, "lon", lon);
  }

  private static Map<String, Object> restaurant() {
    return Map.of(
        "id", "r1",
        "name", "Test kitchen",
        "location", place(48.2082, 16.3738),
        "status", "open",
        "delivery", Map.of("minimum_order", Map.of("amount", 1_000, "currency", "EUR")));
  }

  private static Map<String, Object> menu() {
    var nested =
        Map.of("id", "g2", "min", 1, "max", 1, "options", List.of(Map.of("id", "o2", "price", 50)));
    var group =
        Map.of(
            "id",
            "g1",
            "min",
            1,
            "max",
            2,
            "options",
            List.of(Map.of("id", "o1", "price", 0, "modifier_groups", List.of(nested))));
    var pizza = Map.of("sku", "pizza", "price", 900, "modifier_groups", List.of(group));
    var water = Map.of("sku", "water", "price", 300, "modifier_groups", List.of());
    var category = Map.of("id", "c1", "items", List.of(pizza, water));
    return Map.of("menu_version", 1, "currency", "EUR", "categories", List.of(category));
  }

  private synchronized Reply cart(Request request) {
    var id = UUID.randomUUID().toString();
    var cart = Json.tree(request.body());
    carts.put(id, cart.path("delivery").path("instructions").asString(""));
    return Reply.json(201, Map.of("id", id, "items", cart.path("items")));
  }

  private static Map<String, Object> price(Request request) {
    return Map.of(
        "quote_id",
        "q-" + request.at("id"),
        "total",
        2_000,
        "currency",
        "EUR",
        "refused",
        List.of());
  }

  private synchronized Reply order(Request request) {
    var cart = Json.tree(request.body()).path("cart_id").asString();
    var order = new Order(caller(request), carts.getOrDefault(cart, ""));
    orders.put(order.id, order);
    return Reply.json(202, Map.of("id", order.id, "status", order.status()));
  }

  private Order of(Request request) {
    synchronized (this) {
      var order = orders.get(request.at("id"));
      if (order == null) {
        throw new IllegalArgumentException("no such order");
      }
      return order;
    }
  }

  private synchronized Reply list(Request request) {
    var found = new ArrayList<Map<String, Object>>();
    for (var order : orders.values()) {
      if (request.query().contains("status=" + order.status())) {
        found.add(view(order, request));
      }
    }
    return Reply.json(200, Map.of("items", found));
  }

  private static Map<String, Object> view(Order order, Request request) {
    var delivery = new HashMap<String, Object>();
    delivery.put("instructions", order.instructions);
    delivery.put("location", place(48.2100, 16.3760));
    if (caller(request).equals(order.customer)) {
      delivery.put("code", "4711");
    }
    var money = Map.of("amount", 2_000, "currency", "EUR");
    return Map.of(
        "id", order.id,
        "status", order.status(),
        "customer_id", order.customer,
        "restaurant", restaurant(),
        "items", List.of(Map.of("line_id", "l1", "sku", "pizza", "quantity", 1)),
        "delivery", delivery,
        "payment", Map.of("authorized", money, "captured", money),
        "receipt", Map.of("total", money));
  }

  private synchronized Reply act(Request request) {
    var order = of(request);
    var status = order.status();
    var body = Json.tree(request.body());
    switch (request.at("action")) {
      case "accept" -> order.to("PREPARING");
      case "reject" -> order.to("REJECTED");
      case "substitute" -> order.to("SUBSTITUTION_PROPOSED");
      case "substitution" -> order.to("PREPARING");
      case "ready" -> order.ready = true;
      case "delay", "arrived" -> {}
      case "picked-up" -> order.to("COURIER_EN_ROUTE");
      case "undeliverable" -> order.to("CANCELLED");
      case "delivered" -> {
        if (!body.path("code").asString("").equals("4711")) {
          return Reply.json(422, Map.of("code", "wrong_code", "was", status));
        }
        order.to("DELIVERED");
        order.to("CAPTURED");
      }
      default -> {
        return Reply.json(404, Map.of("code", "not_found"));
      }
    }
    return Reply.json(200, Map.of("id", order.id));
  }

  /// Every cooking order is offered to every courier that did not decline it.
  private synchronized Reply offers(Request request) {
    var found = new ArrayList<Map<String, Object>>();
    for (var order : orders.values()) {
      var id = order.id + ":" + caller(request);
      if (order.status().equals("PREPARING") && order.courier.isEmpty() && !declined.contains(id)) {
        offers.put(id, order.id);
        found.add(
            Map.of(
                "id", id,
                "order_ids", List.of(order.id),
                "pickup", Map.of("location", place(48.2082, 16.3738)),
                "dropoffs",
                    List.of(Map.of("order_id", order.id, "location", place(48.2100, 16.3760)))));
      }
    }
    return Reply.json(200, Map.of("items", found));
  }

  private synchronized Reply answer(Request request) {
    var id = request.at("id");
    if (request.at("answer").equals("decline")) {
      declined.add(id);
      return Reply.json(200, Map.of());
    }
    var order = orders.get(offers.getOrDefault(id, ""));
    if (order == null || !order.courier.isEmpty()) {
      return Reply.json(409, Map.of("code", "offer_taken"));
    }
    order.courier = caller(request);
    order.to("COURIER_ASSIGNED");
    return Reply.json(200, Map.of("assignment_id", order.id));
  }

  private synchronized Reply unassign(Request request) {
    var order = of(request);
    declined.add(order.id + ":" + order.courier);
    order.courier = "";
    order.to("PREPARING");
    return Reply.json(200, Map.of());
  }

  private Reply located(Request request) {
    JsonNode batch = Json.tree(request.body()).path("positions");
    positions.addAndGet(batch.size());
    return Reply.json(202, Map.of("accepted", batch.size(), "refused", List.of()));
  }

  private static Map<String, Object> track() {
    return Map.of(
        "courier", Map.of("location", place(48.2, 16.3)),
        "path", List.of(place(48.2, 16.3)),
        "next_cursor", "c");
  }

  @Override
  public void close() {
    server.close();
  }
}
