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

    assertThat(
            alice
                .patch(path, "{\"tip\":{\"amount\":1,\"currency\":\"JPY\"}}", "If-Match", "1")
                .status())
        .isEqualTo(422);
    var tipped =
        alice.patch(path, "{\"tip\":{\"amount\":300,\"currency\":\"EUR\"}}", "If-Match", "1");
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
}
