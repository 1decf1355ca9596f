package dev.plaza.journeys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.plaza.dev.client.Response;
import dev.plaza.dev.client.Session;
import dev.plaza.dev.client.Shopper;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// A customer changes their mind, at each point of the order's life; the test plays restaurant and
/// courier.
class CancellationIT {

  private static Stack stack;
  private static Kitchen kitchen;

  @BeforeAll
  static void start() {
    stack = Stack.running();
    kitchen = Kitchen.open(stack);
  }

  @AfterEach
  void mend() {
    stack.resetPayments();
  }

  private static void assertPaid(String order, long part) {
    var books = stack.books("?order_id=" + order).path("totals");
    assertThat(books.path("net").asLong()).isEqualTo(part);
    new Audit(stack).check(order);
  }

  @Test
  void costsNothingWhileTheCardIsAsked() throws Exception {
    stack.payments("{\"slow_ms\":8000}");
    var guest = Guest.fresh(stack);
    var order = guest.order(kitchen, "", "pm_card_slow");
    guest.awaits(order, "PAYMENT_AUTHORIZING");

    assertThat(guest.cancel(order).ok()).isTrue();

    guest.awaits(order, "CANCELLED");
    assertPaid(order, 0);
  }

  @Test
  void costsNothingBeforeTheRestaurantAccepts() throws Exception {
    var guest = Guest.fresh(stack);
    var order = guest.order(kitchen);
    guest.awaits(order, "AWAITING_RESTAURANT");
    var preview = guest.session().get("/order/" + order + "/cancellation");

    assertThat(Shopper.amount(preview.body().path("fee"))).isZero();
    assertThat(guest.cancel(order).ok()).isTrue();

    guest.awaits(order, "CANCELLED");
    assertPaid(order, 0);
    assertThat(kitchen.accept(order, 1).status()).isEqualTo(409);
  }

  @Test
  void costsWhatThePreviewSaysWhileItIsCooked() throws Exception {
    var guest = Guest.fresh(stack);
    var order = guest.order(kitchen);
    guest.awaits(order, "AWAITING_RESTAURANT");
    assertThat(kitchen.accept(order, 60).ok()).isTrue();
    guest.awaits(order, "PREPARING");

    var preview = guest.session().get("/order/" + order + "/cancellation");
    var fee = Shopper.amount(preview.body().path("fee"));
    assertThat(guest.cancel(order).ok()).isTrue();

    guest.awaits(order, "CANCELLED");
    assertThat(fee).isPositive();
    assertPaid(order, fee);
  }

  @Test
  void takesTheOfferFromTheCouriers() throws Exception {
    try (var rider = Rider.online(stack)) {
      var guest = Guest.fresh(stack);
      var order = guest.order(kitchen);
      guest.awaits(order, "AWAITING_RESTAURANT");
      assertThat(kitchen.accept(order, 1).ok()).isTrue();
      var offer = rider.offerOf(order).path("id").asString();

      assertThat(guest.cancel(order).ok()).isTrue();
      guest.awaits(order, "CANCELLED");

      var late = rider.session().post("/offers/" + offer + "/accept", Map.of());
      assertThat(late.status()).as(late.brief()).isIn(409, 410, 404);
      new Audit(stack).check(order);
    }
  }

  @Test
  void endsTheRideThatHadBegun() throws Exception {
    try (var rider = Rider.online(stack)) {
      var guest = Guest.fresh(stack);
      var order = guest.order(kitchen);
      guest.awaits(order, "AWAITING_RESTAURANT");
      assertThat(kitchen.accept(order, 1).ok()).isTrue();
      rider.take(order);
      guest.awaits(order, "COURIER_ASSIGNED");

      assertThat(guest.cancel(order).ok()).isTrue();

      guest.awaits(order, "CANCELLED");
      assertThat(rider.pickedUp(order).ok()).isFalse();
      new Audit(stack).check(order);
    }
  }

  @Test
  void isTooLateOnceTheFoodIsOnItsWay() throws Exception {
    try (var rider = Rider.online(stack)) {
      var guest = Guest.fresh(stack);
      var order = onTheWay(guest, rider);

      var refused = guest.cancel(order);
      assertThat(refused.status()).as(refused.brief()).isEqualTo(409);

      var wrong = rider.delivered(order, "000000x");
      assertThat(wrong.status()).as(wrong.brief()).isBetween(400, 422);
      var code = guest.read(order).path("delivery").path("code").asString();
      assertThat(rider.delivered(order, code).ok()).isTrue();
      guest.awaits(order, "CAPTURED");
      assertThat(guest.cancel(order).status()).isEqualTo(409);
      new Audit(stack).check(order);
    }
  }

  private static String onTheWay(Guest guest, Rider rider) throws Exception {
    var order = guest.order(kitchen);
    guest.awaits(order, "AWAITING_RESTAURANT");
    assertThat(kitchen.accept(order, 1).ok()).isTrue();
    rider.take(order);
    guest.awaits(order, "COURIER_ASSIGNED");
    assertThat(kitchen.ready(order).ok()).isTrue();
    assertThat(rider.arrived(order).ok()).isTrue();
    assertThat(rider.pickedUp(order).ok()).isTrue();
    guest.awaits(order, "COURIER_EN_ROUTE");
    return order;
  }

  @Test
  void refundsInPartsButNeverMoreThanWasPaid() throws Exception {
    try (var rider = Rider.online(stack)) {
      var guest = Guest.fresh(stack);
      var order = onTheWay(guest, rider);
      var code = guest.read(order).path("delivery").path("code").asString();
      assertThat(rider.delivered(order, code).ok()).isTrue();
      var total = Shopper.amount(guest.awaits(order, "CAPTURED").path("price").path("total"));

      var part = refund(order, 300, Session.newKey());
      assertThat(part.ok()).as(part.brief()).isTrue();
      var tooMuch = refund(order, total, Session.newKey());
      assertThat(tooMuch.status()).as(tooMuch.brief()).isEqualTo(422);
      var key = Session.newKey();
      refund(order, total - 300, key);
      refund(order, total - 300, key);

      await()
          .atMost(Duration.ofSeconds(30))
          .until(
              () ->
                  stack.books("?order_id=" + order).path("totals").path("refunded").asLong()
                      == total);
      await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> new Audit(stack).check(order));
    }
  }

  private static Response refund(String order, long amount, String key) throws Exception {
    var body =
        Map.of(
            "amount",
            Map.of("amount", amount, "currency", "EUR"),
            "reason",
            "cold",
            "liable",
            "restaurant");
    return stack.ops().post("/order/" + order + "/refund", body, key);
  }
}
