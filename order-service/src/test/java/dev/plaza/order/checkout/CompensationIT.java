package dev.plaza.order.checkout;

import static dev.plaza.order.checkout.Walk.ok;
import static dev.plaza.order.checkout.Walk.path;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.contracts.dispatch.AssignmentEvent;
import dev.plaza.order.Api;
import dev.plaza.order.MovableClock;
import dev.plaza.order.payment.FakeStripe;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;

/// What goes wrong outside is made good: the customer gets the money back, once.
@OnCheckoutServers
class CompensationIT {

  @Autowired private Walk walk;
  @Autowired private MovableClock clock;
  @Autowired private FakeStripe stripe;

  private String shop;
  private Api.Client alice;

  @BeforeEach
  void aShop() {
    shop = walk.shop();
    alice = walk.customer("alice");
  }

  @AfterEach
  void resetTheClock() {
    clock.reset();
    stripe.pause(false);
  }

  @Test
  void aSilentRestaurantLosesTheOrder() {
    var id = walk.ordered(alice, shop, "pm_card_visa", "AWAITING_RESTAURANT");

    clock.forward(Duration.ofSeconds(41));

    assertThat(walk.awaits(id, "CANCELLED").text("/reason")).isEqualTo("RESTAURANT_SILENT");
    walk.settled(id);
    var late = walk.staff(shop).post(path(id, "accept"), "{}");
    assertThat(late.status()).isEqualTo(409);
    assertThat(late.text("/code")).isEqualTo("illegal_transition");
    assertThat(late.text("/order_status")).isEqualTo("CANCELLED");
  }

  @Test
  void withoutACourierTheOrderIsCancelled() {
    var id = walk.ordered(alice, shop, "pm_card_visa", "AWAITING_RESTAURANT");
    ok(walk.staff(shop).post(path(id, "accept"), "{\"prep_minutes\":1}"));
    walk.awaits(id, "DISPATCHING");

    walk.dispatch(id, AssignmentEvent.FAILED, null, "no_courier");

    assertThat(walk.awaits(id, "CANCELLED").text("/reason")).isEqualTo("NO_COURIER");
    walk.settled(id);
  }

  @Test
  void aCourierWhoLeavesIsReplaced() {
    var id = walk.assigned(alice, shop, "carl");

    walk.dispatch(id, AssignmentEvent.UNASSIGNED, null, "courier_cancelled");
    walk.awaits(id, "DISPATCHING");
    assertThat(walk.courier("carl").post(path(id, "picked-up"), null).status()).isEqualTo(404);
    walk.dispatch(id, AssignmentEvent.ASSIGNED, "cora", null);
    walk.awaits(id, "COURIER_ASSIGNED");
    ok(walk.courier("cora").post(path(id, "picked-up"), null));
    walk.deliver(id, alice, "cora");

    walk.awaits(id, "CAPTURED");
    walk.settled(id);
  }

  @Test
  void aCourierWhoVanishesWithTheFoodCostsTheCustomerNothing() {
    var id = walk.assigned(alice, shop, "carl");
    ok(walk.courier("carl").post(path(id, "picked-up"), null));

    walk.dispatch(id, AssignmentEvent.LOST, null, "courier_vanished");

    assertThat(walk.awaits(id, "CANCELLED").text("/reason")).isEqualTo("COURIER_LOST");
    walk.settled(id);
    assertThat(stripe.net(id)).isZero();
  }

  @Test
  void whatNobodyTakesIsNotPaid() {
    var id = walk.assigned(alice, shop, "carl");
    ok(walk.courier("carl").post(path(id, "picked-up"), null));

    ok(walk.courier("carl").post(path(id, "undeliverable"), "{\"reason\":\"customer_not_found\"}"));

    assertThat(walk.awaits(id, "CANCELLED").text("/reason")).isEqualTo("UNDELIVERABLE");
    walk.settled(id);
  }

  @ParameterizedTest
  @CsvSource({"AWAITING_RESTAURANT,0", "DISPATCHING,50", "COURIER_ASSIGNED,50"})
  void cancellingCostsWhatThePreviewSays(String status, int percent) {
    var id =
        status.equals("COURIER_ASSIGNED")
            ? walk.assigned(alice, shop, "carl")
            : walk.ordered(alice, shop, "pm_card_visa", "AWAITING_RESTAURANT");
    if (status.equals("DISPATCHING")) {
      ok(walk.staff(shop).post(path(id, "accept"), "{\"prep_minutes\":1}"));
      walk.awaits(id, status);
    }
    long total = walk.see(id).number("/price/total");
    var preview = ok(alice.get(path(id, "cancellation")));
    assertThat(preview.body().at("/cancellable").asBoolean()).isTrue();
    assertThat(preview.number("/fee_percent")).isEqualTo(percent);
    assertThat(preview.number("/refund/amount") + preview.number("/fee/amount")).isEqualTo(total);

    ok(alice.post(path(id, "cancel"), "{\"reason\":\"too slow\"}", "Idempotency-Key", Walk.key()));

    var ended = walk.awaits(id, "CANCELLED");
    long fee = preview.number("/fee/amount");
    assertThat(fee).isEqualTo(Math.round(total * percent / 100.0));
    assertThat(ended.number("/payment/captured/amount")).isEqualTo(fee);
    assertThat(stripe.net(id)).isEqualTo(fee);
    walk.settled(id);
    if (fee > 0) {
      assertThat(ended.number("/receipt/total/amount")).isEqualTo(fee);
      assertThat(walk.account(id, "restaurant.payable")).isEqualTo(-fee);
    }
  }

  @Test
  void whatIsOnTheRoadCannotBeCancelledByTheCustomer() {
    var id = walk.assigned(alice, shop, "carl");
    ok(walk.courier("carl").post(path(id, "picked-up"), null));

    var preview = ok(alice.get(path(id, "cancellation")));
    assertThat(preview.body().at("/cancellable").asBoolean()).isFalse();
    var refused = alice.post(path(id, "cancel"), "{}", "Idempotency-Key", Walk.key());
    assertThat(refused.status()).isEqualTo(409);

    ok(walk.ops().post(path(id, "cancel"), "{}", "Idempotency-Key", Walk.key()));
    assertThat(walk.awaits(id, "CANCELLED").text("/reason")).isEqualTo("OPS_CANCELLED");
    walk.settled(id);
  }

  @Test
  void anAnswerThatComesAfterTheCancellationIsReleased() {
    stripe.pause(true);
    var placed = walk.order(alice, shop, "pm_card_visa");
    var id = placed.text("/id");
    ok(alice.post(path(id, "cancel"), "{}", "Idempotency-Key", Walk.key()));
    assertThat(walk.see(id).text("/status")).isEqualTo("CANCELLING");

    stripe.pause(false);

    walk.awaits(id, "CANCELLED");
    walk.settled(id);
  }

  @Test
  void aProviderThatIsAwayTooLongFailsThePaymentAndIsMadeGood() {
    stripe.pause(true);
    var id = walk.order(alice, shop, "pm_card_visa").text("/id");
    clock.forward(Duration.ofSeconds(31));
    walk.awaits(id, "CANCELLING");

    stripe.pause(false);

    assertThat(walk.awaits(id, "PAYMENT_FAILED").text("/reason")).isEqualTo("PAYMENT_TIMEOUT");
    walk.settled(id);
  }

  @Test
  void aHoldThatTheProviderReleasesEndsTheOrderLoudly() {
    var id = walk.ordered(alice, shop, "pm_card_visa", "AWAITING_RESTAURANT");
    stripe.release(id);

    ok(walk.staff(shop).post(path(id, "accept"), "{\"prep_minutes\":1}"));
    walk.dispatch(id, AssignmentEvent.ASSIGNED, "carl", null);
    walk.awaits(id, "COURIER_ASSIGNED");
    ok(walk.courier("carl").post(path(id, "picked-up"), null));
    walk.deliver(id, alice, "carl");

    // The food is eaten, so another hold is asked for and captured.
    walk.awaits(id, "CAPTURED");
    assertThat(stripe.of(id)).hasSize(2);
    walk.settled(id);
  }

  @Test
  void aHoldIsRenewedBeforeItExpires() {
    stripe.holdsFor(60);
    try {
      var id = walk.assigned(alice, shop, "carl");

      clock.forward(Duration.ofSeconds(31));

      walk.awaitsEvent(id, "authorization_replaced");
      walk.awaitsEvent(id, "hold_released");
      assertThat(stripe.of(id)).hasSize(2);
      assertThat(stripe.held(id)).isEqualTo(walk.see(id).number("/price/total"));
      ok(walk.courier("carl").post(path(id, "picked-up"), null));
      walk.deliver(id, alice, "carl");
      walk.awaits(id, "CAPTURED");
      walk.settled(id);
    } finally {
      stripe.holdsFor(7 * 24 * 3600);
    }
  }

  @Test
  void aCaptureThatFailsNeedsAPerson() {
    var id = walk.ordered(alice, shop, "pm_card_capture_fails", "AWAITING_RESTAURANT");
    ok(walk.staff(shop).post(path(id, "accept"), "{\"prep_minutes\":1}"));
    walk.dispatch(id, AssignmentEvent.ASSIGNED, "carl", null);
    walk.awaits(id, "COURIER_ASSIGNED");
    ok(walk.courier("carl").post(path(id, "picked-up"), null));
    walk.deliver(id, alice, "carl");
    for (int i = 1; i <= 2; i++) {
      walk.awaitsEvents(id, "capture_failed", i);
      clock.forward(Duration.ofSeconds(6));
    }

    var held = walk.awaits(id, "ON_HOLD");
    assertThat(held.text("/reason")).isEqualTo("CAPTURE_FAILED");
    assertThat(held.text("/payment/status")).isEqualTo("capture_failed");
    assertThat(walk.reviews()).contains(id);
    ok(walk.ops().post("/risk/reviews/" + id, "{\"decision\":\"refuse\",\"note\":\"lost\"}"));

    assertThat(walk.awaits(id, "CANCELLED").text("/reason")).isEqualTo("CAPTURE_FAILED");
    assertThat(walk.reviews()).doesNotContain(id);
    walk.settled(id);
  }

  @Test
  void anExpensiveFirstOrderWaitsForAReview() {
    var newcomer = walk.customer("new-" + Walk.key());
    var quote = walk.quote(newcomer, shop, 60);
    var id =
        newcomer
            .post("/order", walk.wish(quote, "pm_card_visa"), "Idempotency-Key", Walk.key())
            .text("/id");
    var held = walk.awaits(id, "ON_HOLD");
    assertThat(held.text("/risk/decision")).isEqualTo("hold");
    assertThat(held.text("/risk/reasons/0")).isEqualTo("new_account_high_value:60");
    assertThat(newcomer.get("/order/" + id).body().has("risk")).isFalse();
    assertThat(stripe.of(id)).isEmpty();
    assertThat(walk.reviews()).contains(id);

    ok(walk.ops().post("/risk/reviews/" + id, "{\"decision\":\"approve\"}"));

    walk.awaits(id, "AWAITING_RESTAURANT");
    assertThat(walk.reviews()).doesNotContain(id);
    var again = walk.ops().post("/risk/reviews/" + id, "{\"decision\":\"approve\"}");
    assertThat(again.status()).isEqualTo(409);
  }
}
