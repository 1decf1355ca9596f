package dev.plaza.journeys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.plaza.dev.city.City;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Everything that goes wrong on command: each order ends well, and the money is where it belongs.
///
/// All orders are placed at the start, so that their waits overlap.
class CompensationIT {

  private static final Map<String, String> ORDERS = new LinkedHashMap<>();

  private static Stack stack;
  private static Guest guest;
  private static City city;

  @BeforeAll
  static void start() {
    stack = Stack.running();
    city = LivingCity.over(stack, 8);
    guest = Guest.fresh(stack);
    var kitchen = Kitchen.open(stack);
    for (var instructions :
        new String[] {
          "reject",
          "silent",
          "slow",
          "substitute",
          "no-courier",
          "courier-cancels",
          "courier-vanishes",
          "undeliverable"
        }) {
      var placed = Guest.fresh(stack).order(kitchen, "sandbox:" + instructions, "pm_card_visa");
      ORDERS.put("sandbox:" + instructions, placed);
    }
    for (var card :
        new String[] {
          "pm_card_visa",
          "pm_card_declined",
          "pm_card_insufficient_funds",
          "pm_card_timeout",
          "pm_card_slow",
          "pm_card_capture_fails"
        }) {
      ORDERS.put(card, Guest.fresh(stack).order(kitchen, "", card));
    }
  }

  @AfterAll
  static void stop() {
    city.close();
  }

  @ParameterizedTest
  @CsvSource({
    "sandbox:reject, REJECTED",
    "sandbox:silent, CANCELLED",
    "sandbox:slow, CAPTURED",
    // Nobody answers, so the only line falls away.
    "sandbox:substitute, CANCELLED",
    "sandbox:no-courier, CANCELLED",
    "sandbox:courier-cancels, CAPTURED",
    "sandbox:courier-vanishes, CANCELLED",
    "pm_card_visa, CAPTURED",
    "pm_card_declined, PAYMENT_FAILED",
    "pm_card_insufficient_funds, PAYMENT_FAILED",
    "pm_card_timeout, CAPTURED",
    "pm_card_slow, CAPTURED"
  })
  void endsAsItShould(String what, String end) {
    var order = ORDERS.get(what);
    var audit = new Audit(stack);

    Ends.await(stack, order);

    assertThat(audit.order(order).path("status").asString())
        .as("%s: %s", what, audit.order(order))
        .isEqualTo(end);
    audit.check(order);
  }

  @Test
  void givesTheMoneyBackWhenNobodyTakesTheDelivery() {
    var order = ORDERS.get("sandbox:undeliverable");

    Ends.await(stack, order);

    assertThat(new Audit(stack).order(order).path("status").asString())
        .isIn("CANCELLED", "CAPTURED");
    new Audit(stack).check(order);
  }

  @Test
  void asksAPersonAboutMoneyThatCannotBeCaptured() {
    var order = ORDERS.get("pm_card_capture_fails");
    var audit = new Audit(stack);
    await()
        .atMost(Ends.LIMIT)
        .until(() -> audit.order(order).path("status").asString(""), "ON_HOLD"::equals);
    var reviews = Stack.patiently(() -> stack.ops().get("/risk/reviews?limit=100"));
    assertThat(reviews.body().toString()).contains(order).contains("CAPTURE_FAILED");
    assertThat(stack.books("?order_id=" + order).path("totals").path("captured").asLong()).isZero();

    var decision = Map.of("decision", "refuse", "note", "written off");
    var refused = Stack.patiently(() -> stack.ops().post("/risk/reviews/" + order, decision));

    assertThat(refused.ok()).as(refused.brief()).isTrue();
    Ends.await(stack, order);
    audit.check(order);
  }

  @Test
  void findsASecondCourierWhenTheFirstLeaves() {
    var order = ORDERS.get("sandbox:courier-cancels");

    Ends.await(stack, order);

    var events = Stack.patiently(() -> stack.ops().get("/order/" + order + "/events?limit=100"));
    var assigned = 0;
    for (var event : events.body().path("items")) {
      assigned +=
          event.path("type").asString("").toLowerCase().contains("courier_assigned") ? 1 : 0;
    }
    assertThat(assigned).as(events.body().toString()).isEqualTo(2);
  }
}
