package dev.plaza.journeys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.dev.client.Response;
import dev.plaza.dev.client.Session;
import dev.plaza.dev.client.Subject;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Nonsense gets a 4xx that says where it is wrong. Never a 5xx, never a line of error in a log.
class BadInputIT {

  private static final String LONG = "x".repeat(100_000);

  private static Stack stack;
  private static LogMark logs;
  private static Kitchen kitchen;
  private static Guest guest;
  private static String cart;
  private static String order;

  /// @param good a body that is well-formed here; `%` stands where a bad value is put
  record Door(String name, String role, String method, String path, List<String> good) {
    @Override
    public String toString() {
      return name;
    }
  }

  @BeforeAll
  static void start() {
    stack = Stack.running();
    kitchen = Kitchen.open(stack);
    guest = Guest.fresh(stack);
    cart = Stack.patiently(() -> guest.cart(kitchen, Guest.soup(1), "")).text("id");
    order = guest.order(kitchen);
    guest.awaits(order, "AWAITING_RESTAURANT");
    logs = stack.logMark();
  }

  @AfterAll
  static void leavesTheLogsClean() {
    assertThat(stack.errors(logs)).isEmpty();
  }

  static Stream<Door> doors() {
    var item = "{\"restaurant_id\":\"{kitchen}\",\"items\":[{\"sku\":\"soup\",";
    return Stream.of(
        new Door(
            "cart",
            "customer",
            "POST",
            "/cart",
            List.of(
                "{\"restaurant_id\":%}",
                item + "\"quantity\":%}]}",
                "{\"restaurant_id\":\"{kitchen}\",\"items\":[{\"sku\":%,\"quantity\":1}]}",
                item + "\"quantity\":1,\"modifiers\":[{\"option_id\":%,\"quantity\":1}]}]}",
                item + "\"quantity\":1,\"modifiers\":[{\"option_id\":\"a\",\"quantity\":%}]}]}",
                "{\"restaurant_id\":\"{kitchen}\",\"items\":%}")),
        new Door("price", "customer", "POST", "/cart/{cart}/price", List.of()),
        new Door(
            "order",
            "customer",
            "POST",
            "/order",
            List.of(
                "{\"cart_id\":%,\"quote_id\":\"q\",\"payment\":{\"method\":\"pm_card_visa\"}}",
                "{\"cart_id\":\"{cart}\",\"quote_id\":%,\"payment\":{\"method\":\"pm_card_visa\"}}",
                "{\"cart_id\":\"{cart}\",\"quote_id\":\"q\",\"payment\":{\"method\":%}}",
                "{\"cart_id\":\"{cart}\",\"quote_id\":\"q\",\"payment\":%}")),
        new Door(
            "accept",
            "restaurant",
            "POST",
            "/order/{order}/accept",
            List.of("{\"prep_minutes\":%}")),
        new Door("delay", "restaurant", "POST", "/order/{order}/delay", List.of("{\"minutes\":%}")),
        new Door(
            "substitute",
            "restaurant",
            "POST",
            "/order/{order}/substitute",
            List.of("{\"items\":%}", "{\"items\":[{\"line_id\":%,\"quantity\":1}]}")),
        new Door(
            "refund",
            "ops",
            "POST",
            "/order/{order}/refund",
            List.of(
                "{\"amount\":%,\"reason\":\"x\",\"liable\":\"platform\"}",
                "{\"amount\":1,\"reason\":\"x\",\"liable\":%}")),
        new Door(
            "restaurant",
            "ops",
            "PUT",
            "/restaurants/bad-input",
            List.of(
                "{\"name\":%,\"location\":{\"lat\":48,\"lon\":16},\"timezone\":\"Europe/Vienna\"}",
                "{\"name\":\"x\",\"location\":{\"lat\":%,\"lon\":16},\"timezone\":\"UTC\"}",
                "{\"name\":\"x\",\"location\":%,\"timezone\":\"UTC\"}",
                "{\"name\":\"x\",\"location\":{\"lat\":48,\"lon\":16},\"timezone\":%}")),
        new Door(
            "duty", "courier", "PUT", "/courier/status", List.of("{\"status\":%,\"capacity\":1}")),
        new Door(
            "positions", "courier", "POST", "/courier/locations", List.of("{\"positions\":%}")));
  }

  /// Values that fit nowhere above.
  static List<String> nonsense() {
    return List.of(
        "NaN",
        "-1",
        "1e400",
        "99999999999999999999999",
        "-99999999999999999999999",
        "{\"a\":1}",
        "[[1]]",
        "true",
        "\"" + LONG + "\"",
        "\"a\\u0000b\"",
        "null");
  }

  /// Bodies that fit nowhere at all.
  static List<String> broken() {
    return List.of(
        "{",
        "}",
        "[",
        "\"x\"",
        "42",
        "{\"a\":}",
        "{'a':1}",
        "{\"a\":1}}",
        "<xml/>",
        "[]",
        "{".repeat(300),
        "[".repeat(5_000),
        "{\"a\":".repeat(200) + "1" + "}".repeat(200));
  }

  private static Session session(String role) {
    return stack.as(new Subject("bad-input-" + role, List.of(role), kitchen.id()));
  }

  private static String filled(String text) {
    return text.replace("{kitchen}", kitchen.id())
        .replace("{cart}", cart)
        .replace("{order}", order);
  }

  private static Response send(Door door, Object body) {
    // The cart and the order are the guest's: ownership must not answer before the body is read.
    var caller = door.role.equals("customer") ? guest.session() : session(door.role);
    var headers = Map.of("Idempotency-Key", Session.newKey());
    return Stack.patiently(() -> caller.call(door.method, filled(door.path), body, headers));
  }

  private static void assertRefused(Response answer, String what) {
    var brief = what.length() > 200 ? what.substring(0, 200) + "…" : what;
    assertThat(answer.status()).as("%s → %s", brief, answer.brief()).isBetween(400, 499);
    assertThat(answer.headers().firstValue("Content-Type").orElse(""))
        .as(brief)
        .startsWith("application/problem+json");
    assertThat(answer.code()).as(brief).isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("doors")
  void pointsAtTheValueThatIsWrong(Door door) {
    for (var good : door.good) {
      for (var value : nonsense()) {
        var body = filled(good).replace("%", value);
        var answer = send(door, body);
        var latitude = good.contains("\"lat\":%") && value.equals("-1");
        if (answer.ok() && (latitude || value.equals("null") || value.equals("true"))) {
          continue;
        }
        assertRefused(answer, good + " with " + value);
        if (answer.code().equals("invalid") || answer.code().equals("malformed")) {
          assertThat(answer.body().path("errors").size())
              .as(
                  "%s with %s → %s",
                  good, value.substring(0, Math.min(40, value.length())), answer.body())
              .isPositive();
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("doors")
  void refusesBrokenBodies(Door door) {
    if (door.name.equals("price")) {
      return;
    }
    for (var body : broken()) {
      assertRefused(send(door, body), door + " " + body);
    }
    assertRefused(send(door, new byte[] {'{', '"', (byte) 0xC3, (byte) 0x28, '"', '}'}), "UTF-8");
    if (!door.name.equals("accept")) {
      assertRefused(send(door, ""), door + " nothing");
    }
  }

  @ParameterizedTest
  @MethodSource("doors")
  void refusesTenMegabytes(Door door) {
    var body =
        ("{\"a\":\"" + "x".repeat(10 * 1024 * 1024) + "\"}").getBytes(StandardCharsets.UTF_8);

    var answer = send(door, body);

    assertThat(answer.status()).as(answer.brief()).isEqualTo(413);
    assertThat(answer.code()).isEqualTo("payload_too_large");
  }

  @ParameterizedTest
  @MethodSource("doors")
  void refusesOtherKindsOfContent(Door door) throws Exception {
    if (door.name.equals("price")) {
      return;
    }
    var caller = door.role.equals("customer") ? guest.session() : session(door.role);
    var answer =
        caller.call(
            door.method,
            filled(door.path),
            "a=1",
            Map.of(
                "Idempotency-Key",
                Session.newKey(),
                "Content-Type",
                "application/x-www-form-urlencoded"));

    assertThat(answer.status()).as(answer.brief()).isEqualTo(415);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/restaurants",
        "/restaurants?geo=",
        "/restaurants?geo=abc",
        "/restaurants?geo=48.2",
        "/restaurants?geo=91,0",
        "/restaurants?geo=0,181",
        "/restaurants?geo=NaN,NaN",
        "/restaurants?geo=Infinity,0",
        "/restaurants?geo=48.2,16.3&radius_m=-1",
        "/restaurants?geo=48.2,16.3&radius_m=20001",
        "/restaurants?geo=48.2,16.3&radius_m=99999999999999999999",
        "/restaurants?geo=48.2,16.3&limit=0",
        "/restaurants?geo=48.2,16.3&limit=101",
        "/restaurants?geo=48.2,16.3&limit=abc",
        "/restaurants?geo=48.2,16.3&cursor=garbage",
        "/restaurants?geo=48.2,16.3&sort=nothing",
        "/restaurants?geo=48.2,16.3&at=yesterday",
        "/restaurants?geo=48.2,16.3&filters=price:9-x",
        "/restaurants/none",
        "/restaurants/none/menu",
        "/restaurants/%F0%9F%8D%95",
        "/cart/none",
        "/cart/%00",
        "/order/none",
        "/order/00000000-0000-0000-0000-000000000000",
        "/orders?status=NOTHING",
        "/orders?cursor=AAAA",
        "/orders?limit=-5",
        "/track/none",
        "/nothing/here"
      })
  void refusesBadQuestions(String path) {
    var answer = Stack.patiently(() -> guest.session().get(path));

    assertRefused(answer, path);
  }

  @Test
  void refusesTenThousandItems() {
    var items = new ArrayList<Map<String, Object>>();
    for (var i = 0; i < 10_000; i++) {
      items.add(Map.of("sku", "soup", "quantity", 1));
    }
    var body = Map.of("restaurant_id", kitchen.id(), "items", items);

    assertRefused(Stack.patiently(() -> guest.session().post("/cart", body)), "10,000 items");
  }

  @Test
  void keepsEveryScriptOfTheWorldAsItWas() {
    var text = "🍕 ‏שלום עולם‏ مرحبا 你好 e\u0301 👩‍👩‍👧";
    var body =
        Map.of(
            "restaurant_id", kitchen.id(),
            "items", List.of(Map.of("sku", "soup", "quantity", 1, "note", text)));

    var made = Stack.patiently(() -> guest.session().post("/cart", body));

    assertThat(made.status()).as(made.brief()).isEqualTo(201);
    assertThat(made.body().path("items").get(0).path("note").asString()).isEqualTo(text);
  }

  @Test
  void refusesCursorsOfOthers() {
    guest.order(kitchen);
    var first = Stack.patiently(() -> guest.session().get("/orders?limit=1"));
    var cursor = first.text("next_cursor");
    assertThat(cursor).isNotEmpty();

    var stranger = Guest.fresh(stack).session();
    var answer = Stack.patiently(() -> stranger.get("/orders?limit=1&cursor=" + cursor));

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.code()).isEqualTo("bad_cursor");
  }

  @Test
  void wantsAnIdempotencyKeyOfDecentLength() throws Exception {
    var body =
        Map.of("cart_id", cart, "quote_id", "q", "payment", Map.of("method", "pm_card_visa"));
    var none = guest.session().post("/order", body);
    var endless = guest.session().post("/order", body, "k".repeat(256));

    assertThat(none.status()).isEqualTo(400);
    assertThat(none.code()).isEqualTo("idempotency_key_required");
    assertThat(endless.status()).as(endless.brief()).isEqualTo(400);
  }

  @Test
  void refusesPlacesThatAreNotOnEarthAndTimesThatAreNotNow() throws Exception {
    var courier = session("courier");
    for (var bad :
        List.of(
            "{\"lat\":91,\"lon\":0,\"ts\":\"2026-01-01T00:00:00Z\"}",
            "{\"lat\":0,\"lon\":-181,\"ts\":\"2026-01-01T00:00:00Z\"}",
            "{\"lat\":0,\"lon\":0,\"ts\":\"3000-01-01T00:00:00Z\"}",
            "{\"lat\":0,\"lon\":0,\"ts\":\"soon\"}",
            "{\"lat\":0,\"lon\":0}",
            "{\"lat\":\"north\",\"lon\":0,\"ts\":\"2026-01-01T00:00:00Z\"}")) {
      var answer = courier.post("/courier/locations", "{\"positions\":[" + bad + "]}");
      var refused = answer.status() == 202 && answer.body().path("refused").size() == 1;
      assertThat(refused || answer.status() / 100 == 4)
          .as("%s → %s %s", bad, answer.brief(), answer.body())
          .isTrue();
    }
  }
}
