package dev.plaza.order.cart;

import static dev.plaza.order.restaurant.RestaurantFixtures.group;
import static dev.plaza.order.restaurant.RestaurantFixtures.item;
import static dev.plaza.order.restaurant.RestaurantFixtures.menu;
import static dev.plaza.order.restaurant.RestaurantFixtures.option;
import static dev.plaza.order.restaurant.RestaurantFixtures.restaurant;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.order.Api;
import dev.plaza.order.Catalog;
import dev.plaza.order.MovableClock;
import dev.plaza.order.OnServers;
import java.util.UUID;
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

/// What is wrong is refused with a pointer, and never our failure.
@OnServers
class CartInputIT {
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
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"tip\":-1} | 422 | /tip",
        "{\"tip\":999999999} | 422 | /tip",
        "{\"tip\":\"1\"} | 400 | /tip",
        "{\"coupon\":7} | 400 | /coupon",
        "{\"delivery\":{\"location\":{\"lat\":-91,\"lon\":0}}} | 400 | /delivery/location",
        "{\"delivery\":{\"location\":null}} | 422 | /delivery/location",
        "{\"delivery\":[]} | 400 | /delivery",
        "{\"items\":\"soup\"} | 400 | /items",
        "{\"items\":[{\"sku\":\"soup\",\"quantity\":0}]} | 422 | /items/0/quantity",
        "{\"items\":[{\"sku\":\"none\",\"quantity\":1}]} | 422 | /items/0/sku",
        "{\"items\":[]} | 422 | /tip", // nobody tips for nothing
        "[] | 400 | ''"
      })
  void anEditThatIsWrongChangesNothing(String body, int status, String pointer) {
    var cart =
        post("{\"restaurant_id\":\"%s\",\"tip\":5,\"items\":[{\"sku\":\"soup\",\"quantity\":1}]}");
    String path = "/cart/" + cart.text("/id");

    var answer = alice.patch(path, body, "If-Match", "1");

    assertThat(answer.status()).as(answer.raw().body()).isEqualTo(status);
    assertThat(answer.text("/errors/0/pointer")).startsWith(pointer);
    assertThat(alice.get(path).body()).isEqualTo(cart.body());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"x", "0", "%00", "..%2F..", "00000000-0000-0000-0000-000000000000", "1-1-1-1-1"})
  void anUnknownIdIsNotFound(String id) {
    assertThat(alice.get("/cart/" + id).status()).isIn(400, 404);
    assertThat(alice.post("/cart/" + id + "/price", null).status()).isIn(400, 404);
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
