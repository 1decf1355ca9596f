package dev.plaza.journeys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.dev.city.City;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Parts die and hang while orders are at every step. Afterwards every order has a right end, and
/// the provider's books agree with the ledger.
///
/// `-Dplaza.journeys.rounds=N` repeats the series of faults.
class FaultsIT {

  private static final int ROUNDS = Integer.getInteger("plaza.journeys.rounds", 1);
  private static final Duration BETWEEN_ORDERS = Duration.ofMillis(1_500);
  private static final Duration BETWEEN_FAULTS = Duration.ofSeconds(2);
  private static final Duration HANG = Duration.ofSeconds(6);

  private static final List<String> SERVICES =
      List.of("order", "dispatch", "catalog", "tracking", "quota", "notify", "gateway");
  private static final List<String> SCRIPTS =
      List.of(
          "", "", "", "", "", "sandbox:reject", "sandbox:courier-cancels", "sandbox:substitute");
  private static final List<String> CARDS =
      List.of("pm_card_visa", "pm_card_visa", "pm_card_visa", "pm_card_timeout", "pm_card_slow");

  private Stack stack;
  private Kitchen kitchen;
  private City city;

  @BeforeEach
  void start() {
    stack = Stack.running();
    kitchen = Kitchen.open(stack);
    city = LivingCity.over(stack, 14);
  }

  @AfterEach
  void stop() {
    city.close();
    stack.resetPayments();
  }

  @Test
  void leaveNoOrderBehindAndNoMoneyAstray() throws Exception {
    var orders = new CopyOnWriteArrayList<String>();
    var failed = new AtomicInteger();
    var customers = Thread.ofVirtual().start(() -> keepOrdering(orders, failed));
    Pause.millis(Duration.ofSeconds(12).toMillis());
    for (var round = 0; round < ROUNDS; round++) {
      // Each fault finds orders at every step: they take half a minute and come all the time.
      for (var service : SERVICES) {
        stack.kill(service);
        stack.start(service);
        Pause.millis(BETWEEN_FAULTS.toMillis());
      }
      stack.kill("payment-provider");
      stack.start("payment-provider");
      for (var part : List.of("payment-provider", "kafka", "redis", "postgres")) {
        stack.pause(part);
        Pause.millis(HANG.toMillis());
        stack.resume(part);
        Pause.millis(BETWEEN_FAULTS.toMillis());
      }
    }
    customers.interrupt();
    customers.join();

    assertThat(orders).hasSizeGreaterThan(20);
    var reviewer = Thread.ofVirtual().start(this::approveWhatIsHeld);
    Ends.await(stack, orders, Duration.ofMinutes(5));
    reviewer.interrupt();
    new Audit(stack).check(orders);
    var captured =
        orders.stream()
            .filter(id -> new Audit(stack).order(id).path("status").asString("").equals("CAPTURED"))
            .count();
    assertThat(captured).as("orders that arrived in spite of all").isPositive();
  }

  /// Rides with holes in their track look odd to the risk rules; a person finds nothing wrong.
  private void approveWhatIsHeld() {
    var approval = Map.of("decision", "approve", "note", "a fault of ours");
    while (!Thread.currentThread().isInterrupted()) {
      var held = Stack.patiently(() -> stack.ops().get("/risk/reviews?limit=100"));
      for (var review : held.body().path("items")) {
        if (review.path("restaurant_id").asString("").equals(kitchen.id())) {
          var path = "/risk/reviews/" + review.path("order_id").asString();
          Stack.patiently(() -> stack.ops().post(path, approval));
        }
      }
      Pause.millis(1_000);
    }
  }

  private void keepOrdering(List<String> orders, AtomicInteger failed) {
    var random = new Random(5);
    while (!Thread.currentThread().isInterrupted()) {
      var script = SCRIPTS.get(random.nextInt(SCRIPTS.size()));
      var card = CARDS.get(random.nextInt(CARDS.size()));
      Thread.ofVirtual()
          .start(
              () -> {
                try {
                  orders.add(Guest.fresh(stack).order(kitchen, script, card));
                } catch (AssertionError | RuntimeException e) {
                  failed.incrementAndGet();
                }
              });
      Pause.millis(BETWEEN_ORDERS.toMillis());
    }
  }

  /// Three orders wait for the provider, each with another wish, when the service dies.
  @Test
  void finishWhatTheOrderServiceHadAskedTheProviderFor() throws Exception {
    var guest = Guest.fresh(stack);
    var voided = guest.order(kitchen, "sandbox:silent", "pm_card_visa");
    var captured = guest.order(kitchen);
    guest.awaits(voided, "AWAITING_RESTAURANT");
    guest.awaits(captured, "COURIER_EN_ROUTE");
    stack.payments("{\"paused\":true}");
    assertThat(guest.cancel(voided).ok()).isTrue();
    var authorized = guest.order(kitchen);
    guest.awaits(authorized, "PAYMENT_AUTHORIZING");
    guest.awaits(captured, "DELIVERED");

    stack.kill("order");
    stack.payments("{\"paused\":false,\"drop_answer_rate\":0.3}");
    stack.start("order");

    Ends.await(stack, List.of(voided, captured, authorized), Ends.LIMIT);
    assertThat(guest.status(voided)).isEqualTo("CANCELLED");
    assertThat(guest.status(captured)).isEqualTo("CAPTURED");
    assertThat(guest.status(authorized)).isEqualTo("CAPTURED");
    new Audit(stack).check(List.of(voided, captured, authorized));
  }
}
