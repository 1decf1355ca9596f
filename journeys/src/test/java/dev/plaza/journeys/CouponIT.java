package dev.plaza.journeys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.plaza.dev.city.City;
import dev.plaza.dev.client.Response;
import dev.plaza.dev.client.Session;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// A coupon from the campaign to the receipt, and back where the order does not come about: the
/// order service and the quota service, through the front door.
class CouponIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static Stack stack;
  private static Kitchen kitchen;
  private static City city;

  @BeforeAll
  static void start() {
    stack = Stack.running();
    kitchen = Kitchen.open(stack);
    city = LivingCity.over(stack, 6);
  }

  @AfterAll
  static void stop() {
    city.close();
  }

  /// 20 % off, once for everybody.
  private static String offer(long limit, Map<String, Object> more) {
    var code = "J-" + UUID.randomUUID().toString().toUpperCase(Locale.ROOT);
    var offer = new HashMap<String, Object>();
    offer.put("limit", limit);
    offer.put("per_user_limit", 1);
    offer.put("discount", Map.of("percent", 20));
    offer.putAll(more);
    var answer = Stack.patiently(() -> stack.ops().put("/offers/" + code, offer));
    assertThat(answer.ok()).as("PUT /offers: %s %s", answer.brief(), answer.body()).isTrue();
    return code;
  }

  private static JsonNode counts(String code) {
    return Stack.patiently(() -> stack.ops().get("/offers/" + code)).body();
  }

  private static String cart(Guest guest, String code, String instructions) {
    var cart = Stack.patiently(() -> guest.cart(kitchen, Guest.soup(2), instructions));
    assertThat(cart.ok()).as(cart.brief()).isTrue();
    var etag = "\"" + cart.text("version") + "\"";
    var path = "/cart/" + cart.text("id");
    var edited =
        Stack.patiently(
            () ->
                guest
                    .session()
                    .call("PATCH", path, Map.of("coupon", code), Map.of("If-Match", etag)));
    assertThat(edited.ok()).as(edited.brief()).isTrue();
    return cart.text("id");
  }

  private static Response submit(Guest guest, String cart, String card) {
    var quote = Stack.patiently(() -> guest.price(cart));
    var key = Session.newKey();
    return Stack.patiently(() -> guest.submit(cart, quote.text("quote_id"), card, key, false));
  }

  private static JsonNode awaitsCoupon(Guest guest, String order, String status) {
    return await("the coupon of " + order + " is " + status)
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(200))
        .until(
            () -> guest.read(order),
            it -> it.path("coupon").path("status").asString("").equals(status));
  }

  private static void awaitsCounts(String code, long redeemed, long held) {
    await("the books of " + code)
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(300))
        .untilAsserted(
            () -> {
              var counts = counts(code);
              assertThat(counts.path("redeemed").asLong(-1)).isEqualTo(redeemed);
              assertThat(counts.path("held").asLong(-1)).isEqualTo(held);
            });
  }

  @Test
  void isRedeemedWithThePaidOrderAndOnlyOnce() {
    var code = offer(100, Map.of());
    var guest = Guest.fresh(stack);
    var cart = cart(guest, code.toLowerCase(Locale.ROOT), "");
    var quote = Stack.patiently(() -> guest.price(cart)).body();
    assertThat(quote.path("discounts").path(0).path("code").asString("")).isEqualTo(code);
    assertThat(quote.path("discounts").path(0).path("amount").asLong()).isEqualTo(360);
    assertThat(quote.path("refused")).isEmpty();

    var placed = submit(guest, cart, "pm_card_visa");
    assertThat(placed.status()).as(placed.brief()).isEqualTo(202);
    var order = placed.text("id");
    Ends.await(stack, order);

    var paid = awaitsCoupon(guest, order, "confirmed");
    assertThat(paid.path("status").asString("")).isEqualTo("CAPTURED");
    assertThat(paid.path("receipt").path("discounts").path(0).path("amount").asLong())
        .isEqualTo(360);
    awaitsCounts(code, 1, 0);
    var ledger = Stack.patiently(() -> stack.ops().get("/order/" + order + "/ledger?limit=100"));
    assertThat(ledger.body().toString()).contains("campaign.discount");
    new Audit(stack).check(order);

    var next = cart(guest, code, "");
    assertThat(refusal(guest, next).path("reason").asString("")).isEqualTo("user_limit");
    var second = submit(guest, next, "pm_card_visa");
    assertThat(second.status()).as(second.brief()).isEqualTo(422);
    assertThat(second.code()).isEqualTo("coupon_refused");
  }

  private static JsonNode refusal(Guest guest, String cart) {
    return Stack.patiently(() -> guest.price(cart)).body().path("refused").path(0);
  }

  @Test
  void comesBackWhenTheRestaurantSaysNo() {
    var code = offer(1, Map.of());
    var guest = Guest.fresh(stack);
    var placed = submit(guest, cart(guest, code, "sandbox:reject"), "pm_card_visa");
    assertThat(placed.status()).as(placed.brief()).isEqualTo(202);
    Ends.await(stack, placed.text("id"));

    var rejected = awaitsCoupon(guest, placed.text("id"), "returned");
    assertThat(rejected.path("status").asString("")).isEqualTo("REJECTED");
    new Audit(stack).check(placed.text("id"));
    awaitsCounts(code, 0, 0);

    var other = Guest.fresh(stack);
    var next = cart(other, code, "sandbox:reject");
    assertThat(refusal(other, next)).as("it can be had again").isEmpty();
    var again = submit(other, next, "pm_card_visa");
    assertThat(again.status()).as(again.brief()).isEqualTo(202);
    Ends.await(stack, again.text("id"));
  }

  @Test
  void aDeclinedCardDoesNotCostTheCoupon() {
    var code = offer(1, Map.of());
    var guest = Guest.fresh(stack);
    var declined = submit(guest, cart(guest, code, ""), "pm_card_declined");
    guest.awaits(declined.text("id"), "PAYMENT_FAILED");

    var again = submit(guest, cart(guest, code, "sandbox:reject"), "pm_card_visa");

    assertThat(again.status()).as(again.brief()).isEqualTo(202);
    Ends.await(stack, again.text("id"));
    assertThat(guest.status(again.text("id"))).isEqualTo("REJECTED");
    awaitsCoupon(guest, again.text("id"), "returned");
    awaitsCounts(code, 0, 0);
  }

  @Test
  void saysWhyItDoesNotApply() {
    var dear = offer(10, Map.of("conditions", Map.of("minimum_subtotal", euro(5_000))));
    var over = offer(10, Map.of("ends_at", "2026-01-01T00:00:00Z"));
    var dollars = offer(10, Map.of("discount", Map.of("amount", 100, "currency", "USD")));

    assertThat(reason(dear)).isEqualTo("condition");
    assertThat(reason(over)).isEqualTo("ended");
    assertThat(reason(dollars)).isIn("condition", "currency");
    assertThat(reason("NO-SUCH-COUPON")).isEqualTo("unknown");
  }

  private static Map<String, Object> euro(long amount) {
    return Map.of("amount", amount, "currency", "EUR");
  }

  private static String reason(String code) {
    var guest = Guest.fresh(stack);
    var cart = cart(guest, code, "");
    var refused = refusal(guest, cart);
    assertThat(refused.path("code").asString("")).as(code).isEqualTo("coupon_refused");
    var placed = submit(guest, cart, "pm_card_visa");
    assertThat(placed.status()).as(placed.brief()).isEqualTo(422);
    return refused.path("reason").asString("");
  }
}
