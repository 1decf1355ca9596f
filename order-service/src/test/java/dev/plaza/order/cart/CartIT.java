package dev.plaza.order.cart;

import static dev.plaza.order.restaurant.RestaurantFixtures.group;
import static dev.plaza.order.restaurant.RestaurantFixtures.item;
import static dev.plaza.order.restaurant.RestaurantFixtures.menu;
import static dev.plaza.order.restaurant.RestaurantFixtures.option;
import static dev.plaza.order.restaurant.RestaurantFixtures.restaurant;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.infra.TestTokens;
import dev.plaza.order.Api;
import dev.plaza.order.Catalog;
import dev.plaza.order.MovableClock;
import dev.plaza.order.OnServers;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;

@OnServers
class CartIT {

  @Autowired private Api api;
  @Autowired private Catalog catalog;
  @Autowired private MovableClock clock;

  private final String shop = "cart-" + UUID.randomUUID();
  private Api.Client alice;

  @BeforeEach
  void aRestaurantWithAMenu() {
    alice = api.customer("alice");
    catalog.publish(restaurant(shop, clock.instant()));
    catalog.publish(
        menu(
            shop,
            1,
            item("soup", 450),
            item(
                "pizza",
                900,
                group("size", 1, 1, option("small", 0), option("large", 300)),
                group("extras", 0, 2, option("ham", 100), option("egg", 80))),
            item("menu-of-the-day", 1000)));
  }

  @Test
  void whatIsWrittenCanBeReadAtOnce() {
    var created =
        alice.post(
            "/cart",
            """
            {"restaurant_id":"%s","items":[
               {"sku":"soup","quantity":2,"note":"ohne Petersilie 🌿 من فضلك"},
               {"sku":"pizza","quantity":1,"modifiers":[{"option_id":"large"},
                 {"option_id":"ham","quantity":1}]}],
             "delivery":{"location":{"lat":48.21,"lon":16.37},"address":"Graben 1"},"tip":100}
            """
                .formatted(shop));

    assertThat(created.status()).isEqualTo(201);
    assertThat(created.header("Location")).contains("/cart/" + created.text("/id"));
    assertThat(created.header("ETag")).contains("\"1\"");
    assertThat(created.number("/version")).isEqualTo(1);
    assertThat(created.number("/menu_version")).isEqualTo(1);
    assertThat(created.text("/items/0/note")).isEqualTo("ohne Petersilie 🌿 من فضلك");
    assertThat(created.number("/items/1/unit_price")).isEqualTo(900);
    assertThat(created.number("/items/1/modifiers_price")).isEqualTo(400);
    assertThat(created.number("/subtotal")).isEqualTo(2 * 450 + 1300);
    assertThat(created.text("/restaurant/status")).isEqualTo("open");

    var read = alice.get("/cart/" + created.text("/id"));
    assertThat(read.status()).isEqualTo(200);
    assertThat(read.body()).isEqualTo(created.body());

    var line = created.text("/items/0/line_id");
    var edited =
        alice.patch(
            "/cart/" + created.text("/id"),
            "{\"items\":[{\"sku\":\"soup\",\"quantity\":3,\"note\":\"ohne Petersilie 🌿 من"
                + " فضلك\"}]}",
            "If-Match",
            "\"1\"");
    assertThat(edited.status()).isEqualTo(200);
    assertThat(edited.number("/version")).isEqualTo(2);
    assertThat(edited.text("/items/0/line_id")).isEqualTo(line);
    assertThat(alice.get("/cart/" + created.text("/id")).body()).isEqualTo(edited.body());
  }

  @Test
  void equalLinesAreMergedAndOthersAreNot() {
    var cart =
        cart(
            """
            [{"sku":"pizza","quantity":1,"modifiers":[{"option_id":"large"}]},
             {"sku":"pizza","quantity":2,"modifiers":[{"option_id":"large","quantity":1}]},
             {"sku":"pizza","quantity":1,"modifiers":[{"option_id":"small"}]}]
            """);

    assertThat(cart.body().at("/items")).hasSize(2);
    assertThat(cart.number("/items/0/quantity")).isEqualTo(3);
  }

  @Test
  void aMemberThatIsNotSentStaysAndNullTakesItAway() {
    var cart =
        alice.post(
            "/cart",
            """
            {"restaurant_id":"%s","items":[{"sku":"soup","quantity":2}],"coupon":"HELLO",
             "delivery":{"location":{"lat":48.21,"lon":16.37}},"tip":200}
            """
                .formatted(shop));
    String path = "/cart/" + cart.text("/id");

    var tipped = alice.patch(path, "{\"tip\":300}", "If-Match", "1");
    assertThat(tipped.text("/coupon")).isEqualTo("HELLO");
    assertThat(tipped.number("/tip")).isEqualTo(300);
    assertThat(tipped.body().at("/items")).hasSize(1);

    var cleared =
        alice.patch(path, "{\"coupon\":null,\"delivery\":null,\"tip\":null}", "If-Match", "2");
    assertThat(cleared.body().at("/coupon").isNull()).isTrue();
    assertThat(cleared.body().at("/delivery").isNull()).isTrue();
    assertThat(cleared.number("/tip")).isZero();

    var same = alice.patch(path, "{}", "If-Match", "3");
    assertThat(same.status()).isEqualTo(200);
    assertThat(same.body().at("/items")).hasSize(1);
  }

  @Test
  void editsNeedTheVersionTheyWereMadeFor() {
    String path = "/cart/" + cart("[{\"sku\":\"soup\",\"quantity\":1}]").text("/id");

    var none = alice.patch(path, "{\"tip\":1}");
    assertThat(none.status()).isEqualTo(428);
    assertThat(none.text("/code")).isEqualTo("precondition_required");
    assertThat(alice.patch(path, "{\"tip\":1}", "If-Match", "\"1\"").status()).isEqualTo(200);
    var stale = alice.patch(path, "{\"tip\":2}", "If-Match", "\"1\"");
    assertThat(stale.status()).isEqualTo(412);
    assertThat(stale.number("/version")).isEqualTo(2);
    assertThat(alice.delete(path, "If-Match", "\"1\"").status()).isEqualTo(412);
    assertThat(alice.delete(path, "If-Match", "\"2\"").status()).isEqualTo(204);
    assertThat(alice.get(path).status()).isEqualTo(404);
    assertThat(alice.delete(path).status()).isEqualTo(404);
  }

  @Test
  void ofEditsAtOnceExactlyOneIsMade() throws Exception {
    String path = "/cart/" + cart("[{\"sku\":\"soup\",\"quantity\":1}]").text("/id");

    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Stream<Callable<Integer>> edits =
          IntStream.rangeClosed(1, 20)
              .mapToObj(
                  i -> () -> alice.patch(path, "{\"tip\":" + i + "}", "If-Match", "1").status());
      var statuses =
          threads.invokeAll(edits.toList()).stream().map(java.util.concurrent.Future::resultNow);

      assertThat(statuses).containsOnly(200, 412).containsOnlyOnce(200);
    }
    assertThat(alice.get(path).number("/version")).isEqualTo(2);
  }

  @Test
  void onlyItsOwnerKnowsOfACart() {
    String path = "/cart/" + cart("[{\"sku\":\"soup\",\"quantity\":1}]").text("/id");
    var bob = api.customer("bob");
    var nobody = api.as(null);
    var courier = api.as(TestTokens.token("carl", "courier"));
    var staff = api.as(TestTokens.restaurant("rita", shop));

    assertThat(bob.get(path).status()).isEqualTo(404);
    assertThat(bob.patch(path, "{\"tip\":1}", "If-Match", "1").status()).isEqualTo(404);
    assertThat(bob.delete(path).status()).isEqualTo(404);
    assertThat(bob.post(path + "/price", null).status()).isEqualTo(404);
    for (var other : new Api.Client[] {courier, staff}) {
      assertThat(other.get(path).status()).isEqualTo(403);
      assertThat(other.post(path + "/price", null).status()).isEqualTo(403);
      assertThat(other.post("/cart", "{\"restaurant_id\":\"x\"}").status()).isEqualTo(403);
      assertThat(other.patch(path, "{}", "If-Match", "1").status()).isEqualTo(403);
      assertThat(other.delete(path).status()).isEqualTo(403);
    }
    assertThat(nobody.get(path).status()).isEqualTo(401);
    assertThat(nobody.post(path + "/price", null).status()).isEqualTo(401);
    assertThat(nobody.post("/cart", "{}").status()).isEqualTo(401);
  }

  @Test
  void missingChoicesAreNamedForMachines() {
    var refused =
        alice.post(
            "/cart",
            """
            {"restaurant_id":"%s","items":[{"sku":"soup","quantity":1},
              {"sku":"pizza","quantity":1,"modifiers":[{"option_id":"egg"}]}]}
            """
                .formatted(shop));

    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.text("/code")).isEqualTo("modifiers_missing");
    assertThat(refused.header("Content-Type").orElseThrow()).startsWith("application/problem+json");
    assertThat(refused.text("/errors/0/pointer")).isEqualTo("/items/1/modifiers");
    assertThat(refused.text("/missing/0/group")).isEqualTo("size");
    assertThat(refused.number("/missing/0/min")).isEqualTo(1);
    assertThat(refused.number("/missing/0/max")).isEqualTo(1);
    assertThat(refused.text("/missing/0/options/1/id")).isEqualTo("large");
    assertThat(refused.number("/missing/0/options/1/price")).isEqualTo(300);
  }

  @Test
  void aCartBelongsToOneRestaurant() {
    String path = "/cart/" + cart("[{\"sku\":\"soup\",\"quantity\":1}]").text("/id");

    var moved = alice.patch(path, "{\"restaurant_id\":\"other\"}", "If-Match", "1");
    var repeated =
        alice.patch(path, "{\"restaurant_id\":\"" + shop + "\",\"tip\":5}", "If-Match", "1");

    assertThat(moved.status()).isEqualTo(422);
    assertThat(moved.text("/code")).isEqualTo("other_restaurant");
    assertThat(repeated.status()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 201",
    "1200, 201",
    "9000, 201",
    "9001, 422",
    "-1, 422",
    "-999999, 422",
    "999999999, 422",
    "9223372036854775807, 422"
  })
  void aTipIsHeldAgainstTheWholeSubtotal(long tip, int status) {
    // nine at 10.00: the limit is 90.00, not 10.00
    var answer =
        alice.post(
            "/cart",
            """
            {"restaurant_id":"%s","tip":%d,"items":[{"sku":"menu-of-the-day","quantity":9}]}
            """
                .formatted(shop, tip));

    assertThat(answer.status()).isEqualTo(status);
    if (status == 422) {
      assertThat(answer.text("/errors/0/pointer")).isEqualTo("/tip");
    }
  }

  @Test
  void noteQuantityAndLinesHaveLimits() {
    assertThat(noted("é".repeat(300)).status()).isEqualTo(201);
    assertThat(noted("é".repeat(301)).text("/errors/0/pointer")).isEqualTo("/items/0/note");
    assertThat(items(100).status()).isEqualTo(201);
    assertThat(items(101).text("/errors/0/pointer")).isEqualTo("/items");
    assertThat(items(10_000).status()).isIn(413, 422);
    var many = post("{\"restaurant_id\":\"%s\",\"items\":[{\"sku\":\"soup\",\"quantity\":99}]}");
    assertThat(many.status()).isEqualTo(201);
  }

  @Test
  void deepNestingEndsInARefusal() {
    String at8 = "{\"option_id\":\"large\",\"modifiers\":[".repeat(9) + "]}".repeat(9);
    String at5000 = "{\"option_id\":\"large\",\"modifiers\":[".repeat(5000) + "]}".repeat(5000);

    var deep = post(withModifiers(at8));
    var abyss = post(withModifiers(at5000));

    assertThat(deep.status()).isEqualTo(422);
    assertThat(abyss.status()).isEqualTo(400);
    assertThat(abyss.text("/code")).isEqualTo("malformed");
  }

  private static Stream<Arguments> badRequests() {
    String item = "{\"restaurant_id\":\"%s\",\"items\":[{\"sku\":\"soup\",\"quantity\":QUANTITY}]}";
    String place =
        "{\"restaurant_id\":\"%s\",\"delivery\":{\"location\":{\"lat\":LAT,\"lon\":LON}}}";
    return Stream.of(
        Arguments.of("{", 400, ""),
        Arguments.of("[]", 400, ""),
        Arguments.of("\"cart\"", 400, ""),
        Arguments.of("", 400, ""),
        Arguments.of("{}", 422, "/restaurant_id"),
        Arguments.of("{\"restaurant_id\":null}", 422, "/restaurant_id"),
        Arguments.of("{\"restaurant_id\":7}", 400, "/restaurant_id"),
        Arguments.of("{\"restaurant_id\":\"no-such\"}", 422, "/restaurant_id"),
        Arguments.of("{\"restaurant_id\":\"a\\u0000b\"}", 400, "/restaurant_id"),
        Arguments.of("{\"restaurant_id\":\"%s\",\"items\":{}}", 400, "/items"),
        Arguments.of("{\"restaurant_id\":\"%s\",\"items\":[null]}", 422, "/items/0"),
        Arguments.of("{\"restaurant_id\":\"%s\",\"items\":[[]]}", 400, "/items/0"),
        Arguments.of("{\"restaurant_id\":\"%s\",\"items\":[{}]}", 422, "/items/0/"),
        Arguments.of(
            "{\"restaurant_id\":\"%s\",\"items\":[{\"sku\":\"x\",\"quantity\":1}]}",
            422, "/items/0/sku"),
        Arguments.of(item.replace("QUANTITY", "0"), 422, "/items/0/quantity"),
        Arguments.of(item.replace("QUANTITY", "-1"), 422, "/items/0/quantity"),
        Arguments.of(item.replace("QUANTITY", "100"), 422, "/items/0/quantity"),
        Arguments.of(item.replace("QUANTITY", "null"), 422, "/items/0/quantity"),
        Arguments.of(item.replace("QUANTITY", "1.5"), 400, "/items/0/quantity"),
        Arguments.of(item.replace("QUANTITY", "\"1\""), 400, "/items/0/quantity"),
        Arguments.of(item.replace("QUANTITY", "true"), 400, "/items/0/quantity"),
        Arguments.of(item.replace("QUANTITY", "NaN"), 400, ""),
        Arguments.of(item.replace("QUANTITY", "1e400"), 400, "/items/0/quantity"),
        Arguments.of(item.replace("QUANTITY", "99999999999"), 400, "/items/0/quantity"),
        Arguments.of(item.replace("QUANTITY", "1,\"note\":\"a\\u0000\""), 400, "/items/0/note"),
        Arguments.of(
            item.replace("QUANTITY", "1,\"modifiers\":[{\"option_id\":\"x\",\"quantity\":0}]"),
            422,
            "/items/0/modifiers/0/quantity"),
        Arguments.of(
            item.replace("QUANTITY", "1,\"modifiers\":[{\"option_id\":\"x\"}]"),
            422,
            "/items/0/modifiers/0"),
        Arguments.of(item.replace("QUANTITY", "1,\"modifiers\":\"x\""), 400, "/items/0/modifiers"),
        Arguments.of(
            item.replace("QUANTITY", "1,\"modifiers\":[null]"), 422, "/items/0/modifiers/0"),
        Arguments.of(place.replace("LAT", "91").replace("LON", "0"), 400, "/delivery/location"),
        Arguments.of(place.replace("LAT", "0").replace("LON", "-180.1"), 400, "/delivery/location"),
        Arguments.of(
            place.replace("LAT", "\"NaN\"").replace("LON", "0"), 400, "/delivery/location"),
        Arguments.of(place.replace("LAT", "1e999").replace("LON", "0"), 400, "/delivery/location"),
        Arguments.of("{\"restaurant_id\":\"%s\",\"delivery\":{}}", 422, "/delivery/location"),
        Arguments.of(
            "{\"restaurant_id\":\"%s\",\"coupon\":\"" + "c".repeat(65) + "\"}", 422, "/coupon"),
        Arguments.of("{\"restaurant_id\":\"%s\",\"tip\":\"5\"}", 400, "/tip"),
        Arguments.of("{\"restaurant_id\":\"%s\",\"tip\":0.5}", 400, "/tip"),
        Arguments.of("{\"restaurant_id\":\"%s\",\"tip\":99999999999999999999}", 400, "/tip"));
  }

  @ParameterizedTest
  @MethodSource("badRequests")
  void whatIsWrongIsRefusedWithAPointer(String body, int status, String pointer) {
    var answer = post(body);

    assertThat(answer.status()).as(answer.raw().body()).isEqualTo(status);
    assertThat(answer.text("/code")).isNotBlank();
    if (!pointer.isEmpty()) {
      assertThat(answer.text("/errors/0/pointer")).startsWith(pointer);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"x", "0", "%00", "..%2F..", "00000000-0000-0000-0000-000000000000", "1-1-1-1-1"})
  void anUnknownIdIsNotFound(String id) {
    assertThat(alice.get("/cart/" + id).status()).isIn(400, 404);
    assertThat(alice.post("/cart/" + id + "/price", null).status()).isIn(400, 404);
  }

  @Test
  void anEmptyCartIsACart() {
    var cart = post("{\"restaurant_id\":\"%s\"}");

    assertThat(cart.status()).isEqualTo(201);
    assertThat(cart.body().at("/items")).isEmpty();
  }

  private Api.Answer cart(String items) {
    var answer = post("{\"restaurant_id\":\"%s\",\"items\":" + items + "}");
    assertThat(answer.status()).as(answer.raw().body()).isEqualTo(201);
    return answer;
  }

  private Api.Answer post(String body) {
    return alice.post("/cart", body.replace("%s", shop));
  }

  private Api.Answer noted(String note) {
    return post(
        "{\"restaurant_id\":\"%s\",\"items\":[{\"sku\":\"soup\",\"quantity\":1,\"note\":\""
            + note
            + "\"}]}");
  }

  private Api.Answer items(int count) {
    return post(
        "{\"restaurant_id\":\"%s\",\"items\":["
            + IntStream.range(0, count)
                .mapToObj(i -> "{\"sku\":\"soup\",\"quantity\":1,\"note\":\"" + i + "\"}")
                .collect(java.util.stream.Collectors.joining(","))
            + "]}");
  }

  private static String withModifiers(String modifier) {
    return "{\"restaurant_id\":\"%s\",\"items\":[{\"sku\":\"pizza\",\"quantity\":1,\"modifiers\":["
        + modifier
        + "]}]}";
  }
}
