package dev.plaza.journeys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plaza.dev.client.Response;
import dev.plaza.dev.client.Session;
import dev.plaza.dev.client.Subject;
import java.net.URI;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Every endpoint, tried as nobody, in every wrong role, and as somebody else of the right role.
class AccessIT {

  private static final List<String> ROLES =
      List.of("customer", "restaurant", "courier", "ops", "service");

  private static Stack stack;
  private static Kitchen kitchen;
  private static Kitchen elsewhere;
  private static Guest owner;
  private static String cart;
  private static String order;

  /// @param roles who may call it
  /// @param owned somebody of the right role who has nothing to do with the thing gets 404
  record Endpoint(String method, String path, List<String> roles, boolean owned, Object body) {

    @Override
    public String toString() {
      return method + " " + path;
    }
  }

  @BeforeAll
  static void start() {
    stack = Stack.running();
    kitchen = Kitchen.open(stack);
    elsewhere = Kitchen.open(stack);
    owner = Guest.fresh(stack);
    cart = Stack.patiently(() -> owner.cart(kitchen, Guest.soup(1), "")).text("id");
    order = owner.order(kitchen);
    owner.awaits(order, "AWAITING_RESTAURANT");
  }

  static Stream<Endpoint> endpoints() {
    var all = ROLES;
    var staff = List.of("restaurant", "ops");
    var customer = List.of("customer");
    var restaurant = List.of("restaurant");
    var courier = List.of("courier");
    var ops = List.of("ops");
    var reader = all;
    var endpoints = new ArrayList<Endpoint>();
    endpoints.add(new Endpoint("GET", "/restaurants?geo=48.2,16.37", all, false, null));
    endpoints.add(new Endpoint("GET", "/restaurants/{kitchen}", all, false, null));
    endpoints.add(new Endpoint("GET", "/restaurants/{kitchen}/menu", all, false, null));
    endpoints.add(new Endpoint("PUT", "/restaurants/{kitchen}", staff, true, restaurantBody()));
    endpoints.add(
        new Endpoint(
            "PUT", "/restaurants/{kitchen}/menu", staff, true, Map.of("categories", List.of())));
    endpoints.add(
        new Endpoint(
            "PATCH", "/restaurants/{kitchen}/items/soup", staff, true, Map.of("stock", 5)));
    endpoints.add(
        new Endpoint("POST", "/restaurants/{kitchen}/pause", staff, true, Map.of("minutes", 1)));
    endpoints.add(new Endpoint("POST", "/restaurants/{kitchen}/resume", staff, true, Map.of()));
    endpoints.add(
        new Endpoint(
            "POST",
            "/restaurants/import",
            ops,
            false,
            Map.of("type", "FeatureCollection", "features", List.of())));
    endpoints.add(new Endpoint("POST", "/cart", customer, false, cartBody()));
    endpoints.add(new Endpoint("GET", "/cart/{cart}", customer, true, null));
    endpoints.add(new Endpoint("PATCH", "/cart/{cart}", customer, true, Map.of("tip", 0)));
    endpoints.add(new Endpoint("DELETE", "/cart/{cart}", customer, true, null));
    endpoints.add(new Endpoint("POST", "/cart/{cart}/price", customer, true, Map.of()));
    endpoints.add(new Endpoint("POST", "/order", customer, false, orderBody()));
    endpoints.add(new Endpoint("GET", "/order/{order}", reader, true, null));
    endpoints.add(new Endpoint("GET", "/order/{order}/events", reader, true, null));
    endpoints.add(new Endpoint("GET", "/order/{order}/stream", reader, true, null));
    endpoints.add(new Endpoint("GET", "/orders", all, false, null));
    endpoints.add(new Endpoint("GET", "/order/{order}/ledger", ops, false, null));
    endpoints.add(
        new Endpoint("GET", "/order/{order}/cancellation", List.of("customer", "ops"), true, null));
    endpoints.add(
        new Endpoint(
            "POST",
            "/order/{order}/cancel",
            List.of("customer", "ops"),
            true,
            Map.of("reason", "x")));
    endpoints.add(
        new Endpoint(
            "POST",
            "/order/{order}/refund",
            ops,
            false,
            Map.of("reason", "x", "liable", "platform")));
    endpoints.add(
        new Endpoint("POST", "/order/{order}/accept", restaurant, true, Map.of("prep_minutes", 1)));
    endpoints.add(
        new Endpoint("POST", "/order/{order}/reject", restaurant, true, Map.of("reason", "x")));
    endpoints.add(
        new Endpoint("POST", "/order/{order}/substitute", restaurant, true, substitution()));
    endpoints.add(
        new Endpoint("POST", "/order/{order}/delay", restaurant, true, Map.of("minutes", 1)));
    endpoints.add(new Endpoint("POST", "/order/{order}/ready", restaurant, true, Map.of()));
    endpoints.add(
        new Endpoint(
            "POST", "/order/{order}/substitution", customer, true, Map.of("decision", "approve")));
    endpoints.add(new Endpoint("POST", "/order/{order}/arrived", courier, true, Map.of()));
    endpoints.add(new Endpoint("POST", "/order/{order}/picked-up", courier, true, Map.of()));
    endpoints.add(
        new Endpoint("POST", "/order/{order}/delivered", courier, true, Map.of("code", "1")));
    endpoints.add(
        new Endpoint("POST", "/order/{order}/undeliverable", courier, true, Map.of("reason", "x")));
    endpoints.add(new Endpoint("GET", "/risk/reviews", ops, false, null));
    endpoints.add(
        new Endpoint(
            "POST",
            "/risk/reviews/{order}",
            ops,
            false,
            Map.of("decision", "approve", "note", "x")));
    endpoints.add(
        new Endpoint(
            "PUT",
            "/courier/status",
            courier,
            false,
            Map.of("status", "offline", "capacity", 1, "vehicle", "bicycle")));
    endpoints.add(new Endpoint("GET", "/courier/offers", courier, false, null));
    endpoints.add(new Endpoint("POST", "/offers/{order}/accept", courier, true, Map.of()));
    endpoints.add(
        new Endpoint("POST", "/offers/{order}/decline", courier, true, Map.of("reason", "x")));
    endpoints.add(
        new Endpoint("POST", "/assignments/{order}/cancel", courier, true, Map.of("reason", "x")));
    endpoints.add(
        new Endpoint(
            "POST", "/assign", List.of("service", "ops"), false, Map.of("order_id", "none")));
    endpoints.add(
        new Endpoint(
            "GET", "/dispatch/surge?geo=48.2,16.37", List.of("service", "ops"), false, null));
    endpoints.add(new Endpoint("GET", "/dispatch/board", ops, false, null));
    endpoints.add(
        new Endpoint("POST", "/courier/locations", courier, false, Map.of("positions", List.of())));
    endpoints.add(new Endpoint("GET", "/track/{order}", reader, true, null));
    endpoints.add(new Endpoint("GET", "/track/{order}/stream", reader, true, null));
    return endpoints.stream();
  }

  private static Map<String, Object> restaurantBody() {
    return Map.of(
        "name", "x",
        "location", Map.of("lat", 48.2, "lon", 16.3),
        "timezone", "Europe/Vienna",
        "hours", "24/7");
  }

  private static Map<String, Object> cartBody() {
    return Map.of("restaurant_id", "none", "items", List.of());
  }

  private static Map<String, Object> substitution() {
    return Map.of("items", List.of(Map.of("line_id", "none", "sku", "bread", "quantity", 1)));
  }

  private static Map<String, Object> orderBody() {
    return Map.of(
        "cart_id", "none", "quote_id", "none", "payment", Map.of("method", "pm_card_visa"));
  }

  private static Response call(Session session, Endpoint endpoint) {
    var path =
        endpoint
            .path
            .replace("{kitchen}", kitchen.id())
            .replace("{cart}", cart)
            .replace("{order}", order);
    var headers = Map.of("Idempotency-Key", Session.newKey(), "If-Match", "\"1\"");
    return Stack.patiently(() -> session.call(endpoint.method, path, endpoint.body, headers));
  }

  @ParameterizedTest
  @MethodSource("endpoints")
  void asksNobodyWhoTheyAre(Endpoint endpoint) {
    var answer = call(stack.client().nobody(), endpoint);

    assertThat(answer.status()).as(answer.brief()).isEqualTo(401);
    assertThat(answer.code()).isEqualTo("unauthenticated");
  }

  @ParameterizedTest
  @MethodSource("endpoints")
  void refusesWrongRoles(Endpoint endpoint) {
    for (var role : ROLES) {
      if (!endpoint.roles.contains(role)) {
        var stranger = new Subject("stranger", List.of(role), elsewhere.id());
        var answer = call(stack.as(stranger), endpoint);
        assertThat(answer.status()).as("%s: %s", role, answer.brief()).isEqualTo(403);
        assertThat(answer.code()).as(role).isEqualTo("forbidden");
      }
    }
  }

  @ParameterizedTest
  @MethodSource("endpoints")
  void doesNotShowOthersThings(Endpoint endpoint) {
    if (!endpoint.owned) {
      return;
    }
    for (var role : endpoint.roles) {
      if (role.equals("ops") || role.equals("service")) {
        continue;
      }
      var stranger = new Subject("stranger-" + role, List.of(role), elsewhere.id());
      var answer = call(stack.as(stranger), endpoint);
      assertThat(answer.status()).as("%s: %s", role, answer.brief()).isEqualTo(404);
      assertThat(answer.code()).as(role).isEqualTo("not_found");
    }
  }

  @Test
  void leavesTheOrderAsItWasAfterAllOfThat() {
    assertThat(owner.status(order)).isIn("AWAITING_RESTAURANT", "CANCELLED");
    assertThat(Stack.patiently(() -> owner.session().get("/cart/" + cart)).status()).isEqualTo(200);
  }

  @Test
  void refusesTokensThatAreNotOurs() throws Exception {
    var good = stack.client().token(Subject.customer("x"));
    var parts = good.split("\\.");
    var none = "eyJhbGciOiJub25lIn0." + parts[1] + ".";
    var swapped = parts[0] + "." + parts[1] + ".AAAA";
    for (var token : List.of("x", "a.b.c", none, swapped, good + "x")) {
      var answer = stack.client().withToken(token, "GET", "/orders", null);
      assertThat(answer.status()).as(token).isEqualTo(401);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/ws/courier", "/ws/track/none"})
  void refusesSocketsOfNobody(String path) {
    var gateway = stack.url("gateway");
    var uri = URI.create("ws://" + gateway.getAuthority() + path);
    var socket =
        stack.client().http().newWebSocketBuilder().buildAsync(uri, new WebSocket.Listener() {});

    assertThatThrownBy(socket::join)
        .isInstanceOf(CompletionException.class)
        .cause()
        .isInstanceOfSatisfying(
            WebSocketHandshakeException.class,
            e -> assertThat(e.getResponse().statusCode()).isEqualTo(401));
  }

  @Test
  void takesNoWebhookWithoutTheSignature() throws Exception {
    var nobody = stack.client().nobody();
    var forged =
        nobody.call(
            "POST",
            "/webhooks/payment",
            Map.of("type", "payment_intent.succeeded"),
            Map.of("Stripe-Signature", "t=1,v1=00"));
    var none = nobody.post("/webhooks/payment", Map.of());

    assertThat(forged.status()).as(forged.brief()).isBetween(400, 403);
    assertThat(none.status()).as(none.brief()).isBetween(400, 403);
  }
}
