package dev.plaza.order.checkout;

import static dev.plaza.order.checkout.Walk.ok;
import static dev.plaza.order.checkout.Walk.path;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.order.Api;
import dev.plaza.order.MovableClock;
import dev.plaza.order.payment.FakeStripe;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/// The restaurant offers something else; the customer decides, and never pays what was not agreed.
@OnCheckoutServers
class SubstitutionIT {

  @Autowired private Walk walk;
  @Autowired private MovableClock clock;
  @Autowired private FakeStripe stripe;

  private String shop;
  private Api.Client alice;
  private String id;
  private Api.Answer before;

  @BeforeEach
  void anOrderThatWaitsForTheRestaurant() {
    shop = walk.shop();
    alice = walk.customer("alice");
    id = walk.ordered(alice, shop, "pm_card_visa", "AWAITING_RESTAURANT");
    before = walk.see(id);
  }

  @AfterEach
  void resetTheClock() {
    clock.reset();
  }

  private Api.Answer propose(int line, String sku) {
    var body =
        "{\"items\":[{\"line_id\":\"%s\",\"sku\":%s,\"quantity\":2}]}"
            .formatted(before.text("/items/" + line + "/line_id"), sku);
    return walk.staff(shop).post(path(id, "substitute"), body);
  }

  private Api.Answer answer(String decision) {
    return alice.post(path(id, "substitution"), "{\"decision\":\"" + decision + "\"}");
  }

  @Test
  void aDearerReplacementIsAuthorizedFirst() {
    var proposed = ok(propose(0, "\"steak\""));
    assertThat(proposed.text("/status")).isEqualTo("SUBSTITUTION_PROPOSED");
    long dearer = proposed.number("/substitution/approved/price/total");
    assertThat(dearer).isGreaterThan(before.number("/price/total"));
    assertThat(proposed.number("/substitution/declined/price/total"))
        .isLessThan(before.number("/price/total"));

    ok(answer("approve"));

    var cooking = walk.awaits(id, "DISPATCHING");
    assertThat(cooking.number("/price/total")).isEqualTo(dearer);
    assertThat(cooking.text("/items/0/sku")).isEqualTo("steak");
    assertThat(cooking.number("/payment/authorized/amount")).isEqualTo(dearer);
    walk.awaitsEvent(id, "hold_released");
    assertThat(stripe.held(id)).isEqualTo(dearer);
    assertThat(stripe.of(id)).hasSize(2);
    finish(dearer);
  }

  @Test
  void aCheaperReplacementIsCapturedForLess() {
    ok(propose(0, "\"cake\""));
    ok(answer("approve"));

    var cooking = walk.awaits(id, "DISPATCHING");
    assertThat(stripe.of(id)).hasSize(1);
    finish(cooking.number("/price/total"));
    assertThat(stripe.net(id)).isLessThan(before.number("/price/total"));
  }

  @Test
  void whatIsDeclinedFallsAway() {
    var proposed = ok(propose(0, "\"steak\""));

    ok(answer("decline"));

    var cooking = walk.awaits(id, "DISPATCHING");
    assertThat(cooking.body().at("/items")).hasSize(1);
    assertThat(cooking.text("/items/0/sku")).isEqualTo("cake");
    finish(proposed.number("/substitution/declined/price/total"));
  }

  @Test
  void silenceDeclines() {
    ok(propose(0, "\"steak\""));

    clock.forward(Duration.ofSeconds(31));

    assertThat(walk.awaits(id, "DISPATCHING").body().at("/items")).hasSize(1);
    assertThat(answer("approve").status()).isEqualTo(200);
    assertThat(walk.see(id).body().at("/items")).hasSize(1);
  }

  @Test
  void anOrderWithNothingLeftIsCancelled() {
    var both =
        "{\"items\":[{\"line_id\":\"%s\",\"sku\":null},{\"line_id\":\"%s\",\"sku\":null}]}"
            .formatted(before.text("/items/0/line_id"), before.text("/items/1/line_id"));
    var proposed = ok(walk.staff(shop).post(path(id, "substitute"), both));
    assertThat(proposed.body().at("/substitution/declined").isNull()).isTrue();

    ok(answer("decline"));

    assertThat(walk.awaits(id, "CANCELLED").text("/reason")).isEqualTo("NOTHING_LEFT");
    walk.settled(id);
  }

  @Test
  void whatTheMenuDoesNotHaveCannotBeProposed() {
    var refused = propose(0, "\"caviar\"");

    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.text("/code")).isEqualTo("substitution_invalid");
    assertThat(refused.text("/errors/0/pointer")).isEqualTo("/items/0/sku");
    assertThat(walk.see(id).text("/status")).isEqualTo("AWAITING_RESTAURANT");
  }

  @Test
  void onlyTheCustomerAnswers() {
    ok(propose(0, "\"steak\""));

    var mallory = walk.customer("mallory");
    assertThat(mallory.post(path(id, "substitution"), "{\"decision\":\"approve\"}").status())
        .isEqualTo(404);
    assertThat(walk.staff(shop).post(path(id, "accept"), "{}").status()).isEqualTo(409);
  }

  private void finish(long total) {
    walk.dispatch(id, "dispatch.assignment.assigned", "carl", null);
    walk.awaits(id, "COURIER_ASSIGNED");
    ok(walk.courier("carl").post(path(id, "picked-up"), null));
    walk.deliver(id, alice, "carl");
    assertThat(walk.awaits(id, "CAPTURED").number("/payment/captured/amount")).isEqualTo(total);
    walk.settled(id);
  }
}
