package dev.plaza.order.checkout;

import static dev.plaza.order.checkout.Walk.ok;
import static dev.plaza.order.checkout.Walk.path;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.contracts.dispatch.AssignmentEvent;
import dev.plaza.order.payment.FakeStripe;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/// The good order, and how each thing that goes wrong ends.
@OnCheckoutServers
class OrderWalkIT {

  @Autowired private Walk walk;
  @Autowired private FakeStripe stripe;

  @Test
  void anOrderIsDeliveredAndPaid() {
    var shop = walk.shop();
    var alice = walk.customer("alice");
    var quote = walk.quote(alice, shop);

    var placed =
        alice.post("/order", walk.wish(quote, "pm_card_visa"), "Idempotency-Key", Walk.key());

    assertThat(placed.status()).as(placed.body().toString()).isEqualTo(202);
    var id = placed.text("/id");
    assertThat(placed.header("Location")).contains("/order/" + id);
    assertThat(placed.text("/status")).isEqualTo("PAYMENT_AUTHORIZING");
    var held = walk.awaits(id, "AWAITING_RESTAURANT");
    assertThat(held.number("/payment/authorized/amount")).isEqualTo(quote.number("/total"));
    assertThat(held.text("/payment/status")).isEqualTo("authorized");

    ok(walk.staff(shop).post(path(id, "accept"), "{\"prep_minutes\":1}"));
    walk.awaits(id, "DISPATCHING");
    walk.dispatch(id, AssignmentEvent.OFFERED, null, null);
    walk.dispatch(id, AssignmentEvent.ASSIGNED, "carl", null);
    var assigned = walk.awaits(id, "COURIER_ASSIGNED");
    assertThat(assigned.text("/courier/id")).isEqualTo("carl");
    assertThat(assigned.body().at("/eta/at").isNull()).isFalse();
    ok(walk.courier("carl").post(path(id, "arrived"), null));
    ok(walk.staff(shop).post(path(id, "ready"), null));
    ok(walk.courier("carl").post(path(id, "picked-up"), null));
    walk.awaits(id, "COURIER_EN_ROUTE");
    walk.deliver(id, alice, "carl");
    var paid = walk.awaits(id, "CAPTURED");

    assertThat(paid.number("/receipt/total/amount")).isEqualTo(quote.number("/total"));
    assertThat(paid.number("/payment/captured/amount")).isEqualTo(quote.number("/total"));
    walk.settled(id);
    assertThat(walk.account(id, "restaurant.payable")).isEqualTo(-quote.number("/subtotal"));
    var events = alice.get(path(id, "events") + "?limit=100");
    assertThat(events.body().at("/items").findValuesAsString("type"))
        .containsExactlyElementsOf(
            List.of(
                "placed",
                "payment_requested",
                "authorized",
                "accepted",
                "dispatch_requested",
                "courier_assigned",
                "courier_arrived",
                "ready_changed",
                "picked_up",
                "delivered",
                "money_taken",
                "captured"));
  }

  @Test
  void aDeclinedCardEndsTheOrder() {
    var id = walk.ordered(walk.customer("dora"), walk.shop(), "pm_card_declined", "PAYMENT_FAILED");

    assertThat(walk.see(id).text("/reason")).isEqualTo("generic_decline");
    walk.settled(id);
  }

  @Test
  void aLostAnswerIsAskedForAndNotPaidTwice() {
    var id =
        walk.ordered(walk.customer("alice"), walk.shop(), "pm_card_timeout", "AWAITING_RESTAURANT");

    assertThat(stripe.of(id)).hasSize(1);
  }

  @Test
  void aRejectedOrderIsNotPaid() {
    var shop = walk.shop();
    var id = walk.ordered(walk.customer("alice"), shop, "pm_card_visa", "AWAITING_RESTAURANT");

    ok(walk.staff(shop).post(path(id, "reject"), "{\"reason\":\"too_busy\"}"));

    assertThat(walk.awaits(id, "REJECTED").text("/reason")).isEqualTo("TOO_BUSY");
    walk.settled(id);
  }
}
