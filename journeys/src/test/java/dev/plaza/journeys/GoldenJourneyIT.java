package dev.plaza.journeys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.dev.city.City;
import dev.plaza.dev.client.OrderWalk;
import dev.plaza.dev.client.Session;
import dev.plaza.dev.load.GoldenJourney;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// The journey that no change may break.
class GoldenJourneyIT {

  private static final Duration LIMIT = Duration.ofMinutes(3);

  private static Stack stack;
  private static Kitchen kitchen;
  private static City city;
  private static Guest guest;
  private static String order;

  @BeforeAll
  static void start() {
    stack = Stack.running();
    kitchen = Kitchen.open(stack);
    city = LivingCity.over(stack, 8);
    guest = Guest.fresh(stack);
    order = guest.order(kitchen);
  }

  @AfterAll
  static void stop() {
    city.close();
  }

  @Test
  void leadsFromTheMenuToTheReceipt() throws Exception {
    var steps = new ArrayList<String>();
    var journey =
        new GoldenJourney(stack.client(), "golden", 1, LIMIT, step -> steps.add(step.name()));
    var result = journey.play(OrderWalk.Wish.at(Guest.HOME));

    assertThat(steps)
        .containsSubsequence(
            "browse",
            "menu",
            "cart",
            "price",
            "ordered",
            "authorised",
            "accepted",
            "courier assigned",
            "picked up",
            "delivered",
            "captured",
            "receipt");
    new Audit(stack).check(result.orderId());
  }

  @Test
  void showsTheNewOrderAtOnce() throws Exception {
    var somebody = Guest.fresh(stack);
    var fresh = somebody.order(kitchen);

    var list = somebody.session().get("/orders?limit=5").body().path("items");
    assertThat(list.get(0).path("id").asString()).isEqualTo(fresh);
  }

  @Test
  void tellsTheOrdersWholeStory() throws Exception {
    guest.awaits(order, "CAPTURED");

    var events = guest.session().get("/order/" + order + "/events?limit=100").body();
    assertThat(events.path("items").size()).isGreaterThan(6);
    var ledger = guest.session().get("/order/" + order + "/ledger");
    assertThat(ledger.status()).as("the ledger is not for customers").isEqualTo(403);
  }

  @Test
  void resumesTheOrdersStreamWithoutGapOrRepetition() throws Exception {
    guest.awaits(order, "CAPTURED");

    var all = StreamReader.all(guest.session(), "/order/" + order + "/stream", null, "CAPTURED");
    var cut = all.get(all.size() / 2).id();
    var rest = StreamReader.all(guest.session(), "/order/" + order + "/stream", cut, "CAPTURED");

    assertThat(all).doesNotHaveDuplicates();
    assertThat(rest).isEqualTo(all.subList(all.size() / 2 + 1, all.size()));
  }

  @Test
  void hidesTheCourierAfterDelivery() throws Exception {
    guest.awaits(order, "CAPTURED");

    var track = guest.session().get("/track/" + order);
    assertThat(track.status()).isEqualTo(200);
    assertThat(track.body().path("courier").path("location").isMissingNode()).isTrue();
    var other = Guest.fresh(stack).session().get("/track/" + order);
    assertThat(other.status()).isEqualTo(404);
  }

  @Test
  void answersTheSameSubmitOnceAndTheSpentCartWithItsOrder() throws Exception {
    var guest = Guest.fresh(stack);
    var cart = guest.cart(kitchen, Guest.soup(1), "").text("id");
    var quote = guest.price(cart).text("quote_id");
    var key = Session.newKey();

    var first = guest.submit(cart, quote, "pm_card_visa", key, false);
    var again = guest.submit(cart, quote, "pm_card_visa", key, false);
    var spent = guest.submit(cart, quote, "pm_card_visa", Session.newKey(), false);
    var reused = guest.submit(cart, quote, "pm_card_slow", key, false);

    assertThat(first.status()).isEqualTo(202);
    assertThat(again.text("id")).isEqualTo(first.text("id"));
    assertThat(again.headers().firstValue("Idempotent-Replayed")).hasValue("true");
    assertThat(spent.status()).isEqualTo(409);
    assertThat(spent.code()).isEqualTo("cart_spent");
    assertThat(spent.body().path("order_id").asString()).isEqualTo(first.text("id"));
    assertThat(reused.code()).isEqualTo("idempotency_key_reused");
  }
}
