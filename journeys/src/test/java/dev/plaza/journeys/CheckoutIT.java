package dev.plaza.journeys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.plaza.dev.client.Geo.Point;
import dev.plaza.dev.client.Session;
import dev.plaza.dev.client.Shopper;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// What checkout refuses, and what it asks again.
class CheckoutIT {

  private static final Duration SOON = Duration.ofSeconds(20);

  private static Stack stack;

  @BeforeAll
  static void start() {
    stack = Stack.running();
  }

  @Test
  void asksAgainWhenThePriceRose() throws Exception {
    var kitchen = Kitchen.open(stack);
    var guest = Guest.fresh(stack);
    var cart = guest.cart(kitchen, Guest.soup(2), "").text("id");
    var quote = guest.price(cart);
    kitchen.publish(1, 1_100);
    await().atMost(SOON).until(() -> guest.price(cart).body().path("menu_version").asLong() == 2);

    var asked = guest.submit(cart, quote.text("quote_id"), "pm_card_visa", Session.newKey(), false);
    assertThat(asked.status()).as(asked.brief()).isEqualTo(409);
    assertThat(asked.code()).isEqualTo("price_changed");
    assertThat(asked.body().path("changes").size()).isPositive();
    var fresh = Shopper.amount(asked.body().path("quote").path("total"));
    assertThat(fresh).as(asked.body().toString()).isGreaterThan(400);

    var accepted =
        guest.submit(cart, quote.text("quote_id"), "pm_card_visa", Session.newKey(), true);
    assertThat(accepted.status()).as(accepted.brief()).isEqualTo(202);
    var order = guest.awaits(accepted.text("id"), "AWAITING_RESTAURANT");
    assertThat(Shopper.amount(order.path("price").path("total"))).isEqualTo(fresh);
    assertThat(guest.cancel(accepted.text("id")).ok()).isTrue();
  }

  @Test
  void refusesAClosedRestaurant() throws Exception {
    var kitchen = Kitchen.open(stack);
    var guest = Guest.fresh(stack);
    var cart = guest.cart(kitchen, Guest.soup(2), "").text("id");
    var quote = guest.price(cart).text("quote_id");
    kitchen.describe("off");
    await()
        .atMost(SOON)
        .until(
            () ->
                guest.price(cart).body().path("refused").toString().contains("restaurant_closed"));

    var refused = guest.submit(cart, quote, "pm_card_visa", Session.newKey(), true);

    assertThat(refused.status()).as(refused.brief()).isEqualTo(422);
    assertThat(refused.code()).isEqualTo("restaurant_closed");
    var paused = stack.ops().get("/restaurants/" + kitchen.id());
    assertThat(paused.text("status")).isEqualTo("closed");
  }

  @Test
  void refusesACouponThatDoesNotExist() throws Exception {
    var kitchen = Kitchen.open(stack);
    var guest = Guest.fresh(stack);
    var cart = guest.cart(kitchen, Guest.soup(2), "");
    var etag = "\"" + cart.text("version") + "\"";
    var coupon =
        guest
            .session()
            .call(
                "PATCH",
                "/cart/" + cart.text("id"),
                Map.of("coupon", "NO-SUCH-COUPON"),
                Map.of("If-Match", etag));
    assertThat(coupon.ok()).as(coupon.brief()).isTrue();
    var quote = guest.price(cart.text("id"));

    assertThat(quote.body().path("refused").toString()).contains("coupon_refused");
    var refused =
        guest.submit(
            cart.text("id"), quote.text("quote_id"), "pm_card_visa", Session.newKey(), false);
    assertThat(refused.status()).as(refused.brief()).isEqualTo(422);
    assertThat(refused.code()).isEqualTo("coupon_refused");
  }

  @Test
  void refusesAnotherContinentAndTooLittle() throws Exception {
    var kitchen = Kitchen.open(stack);
    var guest = Guest.fresh(stack);
    var shopper = new Shopper(guest.session(), new Random(1));
    var far = shopper.cart(kitchen.id(), Guest.soup(2), new Point(-33.87, 151.2), "");
    var small =
        guest.cart(
            kitchen, List.of(Map.of("sku", "bread", "quantity", 1, "modifiers", List.of())), "");

    assertRefused(guest, far.text("id"), "out_of_zone");
    assertRefused(guest, small.text("id"), "below_minimum");
  }

  private static void assertRefused(Guest guest, String cart, String code) throws Exception {
    var quote = guest.price(cart);
    var refused =
        guest.submit(cart, quote.text("quote_id"), "pm_card_visa", Session.newKey(), true);
    assertThat(refused.status()).as("%s %s", quote.brief(), refused.brief()).isEqualTo(422);
    assertThat(refused.code()).isEqualTo(code);
  }

  @Test
  void namesTheChoicesThatAreMissing() throws Exception {
    var kitchen = Kitchen.open(stack);
    var pizza =
        List.<Map<String, Object>>of(Map.of("sku", "pizza", "quantity", 1, "modifiers", List.of()));

    var refused = Guest.fresh(stack).cart(kitchen, pizza, "");

    assertThat(refused.status()).as(refused.brief()).isEqualTo(422);
    assertThat(refused.code()).isEqualTo("modifiers_missing");
    assertThat(refused.body().toString()).contains("size").contains("small");
  }

  @Test
  void readsItsOwnWritesAndRefusesStaleVersions() throws Exception {
    var kitchen = Kitchen.open(stack);
    var guest = Guest.fresh(stack);
    var cart = guest.cart(kitchen, Guest.soup(1), "");
    var path = "/cart/" + cart.text("id");
    var match = Map.of("If-Match", "\"" + cart.text("version") + "\"");
    var more = Map.of("items", Guest.soup(3));

    assertThat(guest.session().call("PATCH", path, more, match).ok()).isTrue();
    assertThat(guest.session().get(path).body().path("items").get(0).path("quantity").asInt())
        .isEqualTo(3);
    assertThat(guest.session().call("PATCH", path, more, match).status()).isEqualTo(412);
  }
}
