package dev.plaza.order.checkout;

import static dev.plaza.order.checkout.Walk.key;
import static dev.plaza.order.checkout.Walk.ok;
import static dev.plaza.order.checkout.Walk.path;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.plaza.contracts.dispatch.AssignmentEvent;
import dev.plaza.order.Api;
import dev.plaza.order.MovableClock;
import dev.plaza.order.coupon.FakeQuota;
import dev.plaza.order.coupon.FakeQuota.Fault;
import dev.plaza.order.payment.FakeStripe;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;

/// A coupon on its way through an order: checked, reserved, redeemed or given back, whatever the
/// quota service does meanwhile.
@OnCheckoutServers
class CouponIT {

  private static final String FIFTH = "{\"percent\":20}";

  @Autowired private Walk walk;
  @Autowired private MovableClock clock;
  @Autowired private FakeStripe stripe;
  @Autowired private FakeQuota quota;

  private String shop;
  private String code;
  private Api.Client alice;

  @BeforeEach
  void aShopAndACode() {
    shop = walk.shop();
    code = ("C" + UUID.randomUUID()).toUpperCase(java.util.Locale.ROOT);
    alice = walk.customer("alice");
  }

  @AfterEach
  void calm() {
    clock.reset();
    stripe.pause(false);
    quota.pause(false);
  }

  /// Two soups and a cake (2500) with a coupon, priced.
  private Api.Answer quote(Api.Client customer, String coupon) {
    var cart =
        customer.post(
            "/cart",
            """
            {"restaurant_id":"%s","items":[{"sku":"soup","quantity":2},
              {"sku":"cake","quantity":1}],"coupon":"%s",
             "delivery":{"location":{"lat":48.2163,"lon":16.3988},"address":"Prater 1"}}
            """
                .formatted(shop, coupon));
    assertThat(cart.status()).as(cart.body().toString()).isEqualTo(201);
    return ok(customer.post("/cart/" + cart.text("/id") + "/price", null));
  }

  private Api.Answer order(Api.Client customer, Api.Answer quote, String card) {
    return customer.post("/order", walk.wish(quote, card), "Idempotency-Key", key());
  }

  private String ordered(String status) {
    var placed = order(alice, quote(alice, code), "pm_card_visa");
    assertThat(placed.status()).as(placed.body().toString()).isEqualTo(202);
    walk.awaits(placed.text("/id"), status);
    return placed.text("/id");
  }

  private void awaitsCoupon(String id, String status, String atQuota) {
    await()
        .atMost(Walk.PATIENCE)
        .pollInterval(Duration.ofMillis(20))
        .untilAsserted(
            () -> {
              assertThat(walk.see(id).text("/coupon/status")).isEqualTo(status);
              assertThat(quota.status(id)).isEqualTo(atQuota);
            });
  }

  private void delivered(String id) {
    ok(walk.staff(shop).post(path(id, "accept"), "{\"prep_minutes\":1}"));
    walk.awaits(id, "DISPATCHING");
    walk.dispatch(id, AssignmentEvent.ASSIGNED, "carl", null);
    walk.awaits(id, "COURIER_ASSIGNED");
    ok(walk.courier("carl").post(path(id, "picked-up"), null));
    walk.deliver(id, alice, "carl");
    walk.awaits(id, "CAPTURED");
  }

  @Test
  void isTakenOffReservedAndRedeemed() {
    quota.offer(code, FIFTH, 10);

    var quote = quote(alice, code.toLowerCase(java.util.Locale.ROOT));
    assertThat(quote.text("/discounts/0/code")).isEqualTo(code);
    assertThat(quote.number("/discounts/0/amount")).isEqualTo(500);
    assertThat(quote.text("/discounts/0/reason")).contains("20 % off");
    assertThat(quote.body().at("/refused")).isEmpty();

    var placed = order(alice, quote, "pm_card_visa");
    assertThat(placed.status()).as(placed.body().toString()).isEqualTo(202);
    String id = placed.text("/id");
    walk.awaits(id, "AWAITING_RESTAURANT");
    assertThat(quota.status(id)).isEqualTo("reserved");
    assertThat(quota.amount(id)).isEqualTo(500);
    delivered(id);
    awaitsCoupon(id, "confirmed", "redeemed");

    var order = walk.see(id);
    assertThat(order.number("/payment/captured/amount")).isEqualTo(quote.number("/total"));
    assertThat(order.number("/receipt/discounts/0/amount")).isEqualTo(500);
    assertThat(walk.account(id, "campaign.discount")).isEqualTo(500);
    assertThat(walk.account(id, "restaurant.payable")).isEqualTo(-2500);
    walk.settled(id);
    assertThat(walk.events(id))
        .containsSubsequence(
            "coupon_requested", "coupon_reserved", "authorized", "captured", "coupon_redeemed");
    assertThat(quota.count("confirm", id)).isEqualTo(1);
    assertThat(quota.count("reverse", id)).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"reject", "cancel", "silent", "no-courier"})
  void comesBackWithEveryOtherEnd(String end) {
    quota.offer(code, FIFTH, 1);
    String id = ordered("AWAITING_RESTAURANT");

    switch (end) {
      case "reject" -> ok(walk.staff(shop).post(path(id, "reject"), "{\"reason\":\"closing\"}"));
      case "cancel" -> {
        ok(alice.post(path(id, "cancel"), "{}", "Idempotency-Key", key()));
        ok(alice.post(path(id, "cancel"), "{}", "Idempotency-Key", key()));
      }
      case "silent" -> clock.forward(Duration.ofSeconds(41));
      default -> {
        ok(walk.staff(shop).post(path(id, "accept"), "{\"prep_minutes\":1}"));
        walk.awaits(id, "DISPATCHING");
        walk.dispatch(id, AssignmentEvent.FAILED, null, "no_courier");
      }
    }

    awaitsCoupon(id, "returned", "reversed");
    walk.awaits(id, end.equals("reject") ? "REJECTED" : "CANCELLED");
    assertThat(quota.count("reverse", id)).isEqualTo(1);
    assertThat(quota.used(code)).isZero();
    assertThat(walk.account(id, "campaign.discount")).isZero();
    walk.settled(id);
  }

  @Test
  void aDeclinedCardDoesNotCostTheCoupon() {
    quota.offer(code, FIFTH, 1);
    // The first order's own way back is slow.
    quota.next("reverse", Fault.FAIL);
    var first = order(alice, quote(alice, code), "pm_card_declined");
    walk.awaits(first.text("/id"), "PAYMENT_FAILED");

    var again = quote(alice, code);
    assertThat(again.body().at("/refused")).isEmpty();
    var second = order(alice, again, "pm_card_visa");

    walk.awaits(second.text("/id"), "AWAITING_RESTAURANT");
    awaitsCoupon(first.text("/id"), "returned", "reversed");
    assertThat(quota.used(code)).isEqualTo(1);
  }

  @Test
  void whoeverIsTooLateIsToldAndNotCharged() {
    quota.contested(code, FIFTH, 0);

    var placed = order(alice, quote(alice, code), "pm_card_visa");

    String id = placed.text("/id");
    assertThat(walk.awaits(id, "PAYMENT_FAILED").text("/reason")).isEqualTo("coupon_refused");
    assertThat(stripe.of(id)).isEmpty();
    assertThat(walk.events(id)).contains("coupon_refused").doesNotContain("payment_requested");
    assertThat(walk.ops().get(path(id, "events")).body().at("/items").findValuesAsString("code"))
        .containsExactly("exhausted");
    walk.settled(id);
  }

  @Test
  void theLastOneIsSoldOnce() throws InterruptedException {
    quota.offer(code, FIFTH, 1);
    var tries = new ArrayList<Callable<String>>();
    for (int i = 0; i < 8; i++) {
      var customer = walk.customer("racer-" + i);
      var quote = quote(customer, code);
      tries.add(() -> outcome(order(customer, quote, "pm_card_visa")));
    }

    List<String> outcomes;
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      outcomes = threads.invokeAll(tries).stream().map(Future::resultNow).toList();
    }

    assertThat(outcomes).filteredOn("AWAITING_RESTAURANT"::equals).hasSize(1);
    assertThat(outcomes).containsOnly("AWAITING_RESTAURANT", "coupon_refused");
    assertThat(quota.used(code)).isEqualTo(1);
  }

  /// Either refused at once, or in the race for the coupon.
  private String outcome(Api.Answer placed) {
    if (placed.status() != 202) {
      return placed.text("/code");
    }
    String id = placed.text("/id");
    await()
        .atMost(Walk.PATIENCE)
        .until(() -> List.of("AWAITING_RESTAURANT", "PAYMENT_FAILED").contains(status(id)));
    return status(id).equals("PAYMENT_FAILED") ? walk.see(id).text("/reason") : status(id);
  }

  private String status(String id) {
    return walk.see(id).text("/status");
  }

  @Test
  void lostAnswersAreFoundOut() {
    quota.offer(code, FIFTH, 1);
    quota.next("reserve", Fault.LOSE_ANSWER, Fault.FAIL, Fault.UNAUTHENTICATED);
    quota.next("confirm", Fault.LOSE_ANSWER, Fault.LOSE_ANSWER);

    String id = ordered("AWAITING_RESTAURANT");
    delivered(id);

    awaitsCoupon(id, "confirmed", "redeemed");
    assertThat(quota.used(code)).isEqualTo(1);
    assertThat(walk.account(id, "campaign.discount")).isEqualTo(500);
  }

  @Test
  void nothingIsSilentlyDearerWhileNobodyCanCheck() {
    quota.offer(code, FIFTH, 1);
    var before = quote(alice, code);
    quota.pause(true);

    var quote = quote(alice, code);
    assertThat(quote.text("/refused/0/code")).isEqualTo("coupon_unavailable");
    var wish = walk.wish(before, "pm_card_visa");
    String key = key();
    var placed = alice.post("/order", wish, "Idempotency-Key", key);
    assertThat(placed.status()).isEqualTo(503);
    assertThat(placed.text("/code")).isEqualTo("coupon_unavailable");
    assertThat(placed.header("Retry-After")).isPresent();

    quota.pause(false);
    await()
        .atMost(Walk.PATIENCE)
        .until(() -> alice.post("/order", wish, "Idempotency-Key", key).status() == 202);
  }

  @Test
  void whoDoesNotAnswerInTimeEndsTheOrderAndGetsItBackLater() {
    quota.offer(code, FIFTH, 1);
    // Reserved, but nobody hears of it.
    quota.next("reserve", Fault.LOSE_ANSWER);
    quota.next("reserve", Fault.FAIL, Fault.FAIL, Fault.FAIL, Fault.FAIL, Fault.FAIL, Fault.FAIL);
    quota.next("ask", Fault.FAIL, Fault.FAIL, Fault.FAIL, Fault.FAIL, Fault.FAIL, Fault.FAIL);
    var placed = order(alice, quote(alice, code), "pm_card_visa");
    assertThat(placed.text("/status")).isEqualTo("PENDING");
    String id = placed.text("/id");

    clock.forward(Duration.ofSeconds(21));

    assertThat(walk.awaits(id, "PAYMENT_FAILED").text("/reason")).isEqualTo("coupon_timeout");
    awaitsCoupon(id, "returned", "reversed");
    assertThat(stripe.of(id)).isEmpty();
  }

  @Test
  void aHoldThatRanOutIsTakenAnewOrThePlatformPays() {
    quota.offer(code, FIFTH, 1);
    String lucky = ordered("AWAITING_RESTAURANT");
    quota.expire(lucky);
    delivered(lucky);
    awaitsCoupon(lucky, "confirmed", "redeemed");

    code = code + "X";
    quota.offer(code, FIFTH, 1);
    String unlucky = ordered("AWAITING_RESTAURANT");
    quota.expire(unlucky);
    quota.offer(code, FIFTH, 0);
    delivered(unlucky);
    awaitsCoupon(unlucky, "lost", "expired");

    assertThat(walk.account(unlucky, "campaign.discount")).isZero();
    assertThat(walk.account(unlucky, "restaurant.payable")).isEqualTo(-2500);
    assertThat(walk.see(unlucky).number("/price/discounts/0/amount")).isEqualTo(500);
    walk.settled(unlucky);
  }

  @Test
  void aSmallerDiscountNeedsConsent() {
    quota.offer(code, FIFTH, 1);
    var seen = quote(alice, code);
    quota.offer(code, "{\"amount\":100,\"currency\":\"EUR\"}", 1);

    var changed = order(alice, seen, "pm_card_visa");

    assertThat(changed.status()).isEqualTo(409);
    assertThat(changed.text("/code")).isEqualTo("price_changed");
    assertThat(changed.text("/changes/0/kind")).isEqualTo("discount_changed");
    assertThat(changed.number("/changes/0/from")).isEqualTo(500);
    assertThat(changed.number("/changes/0/to")).isEqualTo(100);
    var accepted =
        alice.post(
            "/order",
            """
            {"cart_id":"%s","quote_id":"%s","payment":{"method":"pm_card_visa"}}
            """
                .formatted(seen.text("/cart_id"), changed.text("/quote/quote_id")),
            "Idempotency-Key",
            key());
    assertThat(accepted.status()).isEqualTo(202);
    assertThat(accepted.number("/price/discounts/0/amount")).isEqualTo(100);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ended", "not_started", "exhausted", "user_limit", "budget", "condition"})
  void whatDoesNotApplyIsRefusedWithItsReason(String reason) {
    quota.offer(code, FIFTH, 1);
    var seen = quote(alice, code);
    quota.refuse(code, reason);

    var quote = quote(alice, code);
    var placed = order(alice, seen, "pm_card_visa");

    assertThat(quote.text("/refused/0/code")).isEqualTo("coupon_refused");
    assertThat(quote.text("/refused/0/reason")).isEqualTo(reason);
    assertThat(quote.text("/refused/0/detail")).contains(code);
    assertThat(quote.body().at("/discounts")).isEmpty();
    assertThat(placed.status()).isEqualTo(422);
    assertThat(placed.text("/code")).isEqualTo("coupon_refused");
    assertThat(placed.text("/refused/0/reason")).isEqualTo(reason);
  }

  @Test
  void anotherCurrencyAndNonsenseAreRefused() {
    quota.offer(code, "{\"amount\":100,\"currency\":\"USD\"}", 1);

    assertThat(quote(alice, code).text("/refused/0/reason")).isEqualTo("currency");
    for (String nonsense : List.of("../../redemptions", "a b", "🍕", "%2e%2e", "-x", "unknown")) {
      var quote = quote(alice, nonsense);
      assertThat(quote.text("/refused/0/reason")).as(nonsense).isEqualTo("unknown");
    }
  }

  @Test
  void aSubstitutionKeepsTheDiscountAndNeverMakesItLarger() {
    quota.offer(code, FIFTH, 1);
    String id = ordered("AWAITING_RESTAURANT");
    String cake = walk.see(id).text("/items/1/line_id");

    ok(
        walk.staff(shop)
            .post(
                path(id, "substitute"),
                """
                {"items":[{"line_id":"%s","sku":"steak","quantity":1,"modifiers":[]}]}
                """
                    .formatted(cake)));
    var offered = walk.awaits(id, "SUBSTITUTION_PROPOSED");
    assertThat(offered.number("/substitution/approved/price/discounts/0/amount")).isEqualTo(500);
    assertThat(offered.number("/substitution/declined/price/discounts/0/amount")).isEqualTo(400);
    ok(alice.post(path(id, "substitution"), "{\"decision\":\"decline\"}"));
    delivered(walk.awaits(id, "DISPATCHING").text("/id"));
    awaitsCoupon(id, "confirmed", "redeemed");
    assertThat(quota.amount(id)).as("what the campaign pays").isEqualTo(400);
    assertThat(walk.account(id, "campaign.discount")).isEqualTo(400);
  }
}
