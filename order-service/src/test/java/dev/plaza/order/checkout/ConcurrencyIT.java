package dev.plaza.order.checkout;

import static dev.plaza.order.checkout.Walk.ok;
import static dev.plaza.order.checkout.Walk.path;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.order.Api;
import dev.plaza.order.payment.FakeStripe;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Everybody at once.
@OnCheckoutServers
class ConcurrencyIT {

  @Autowired private Walk walk;
  @Autowired private FakeStripe stripe;
  @Autowired private JdbcClient jdbc;

  private String shop;
  private Api.Client alice;

  @BeforeEach
  void aShop() {
    shop = walk.shop();
    alice = walk.customer("alice");
  }

  private static List<Api.Answer> atOnce(int times, IntFunction<Api.Answer> request) {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<Api.Answer>> all = new ArrayList<>();
      for (int i = 0; i < times; i++) {
        int number = i;
        all.add(() -> request.apply(number));
      }
      return threads.invokeAll(all).stream().map(Future::resultNow).toList();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private long ordersOf(Api.Answer quote) {
    return jdbc.sql("SELECT count(*) FROM orders WHERE cart_id = ?::uuid")
        .param(quote.text("/cart_id"))
        .query(Long.class)
        .single();
  }

  @Test
  void fiftyIdenticalSubmitsAreOneOrder() {
    var quote = walk.quote(alice, shop);
    var body = walk.wish(quote, "pm_card_visa");
    var key = Walk.key();

    var answers = atOnce(50, _ -> alice.post("/order", body, "Idempotency-Key", key));

    assertThat(answers).allSatisfy(it -> assertThat(it.status()).isIn(202, 409));
    assertThat(answers)
        .filteredOn(it -> it.status() == 409)
        .allSatisfy(it -> assertThat(it.text("/code")).isEqualTo("idempotency_in_progress"));
    assertThat(answers)
        .filteredOn(it -> it.status() == 202)
        .extracting(it -> it.text("/id"))
        .isNotEmpty()
        .hasSizeGreaterThan(0)
        .containsOnly(
            answers.stream()
                .filter(it -> it.status() == 202)
                .findFirst()
                .orElseThrow()
                .text("/id"));
    assertThat(ordersOf(quote)).isEqualTo(1);
    var replay = alice.post("/order", body, "Idempotency-Key", key);
    assertThat(replay.status()).isEqualTo(202);
    assertThat(replay.header("Idempotent-Replayed")).contains("true");
    walk.awaits(replay.text("/id"), "AWAITING_RESTAURANT");
    assertThat(stripe.of(replay.text("/id"))).hasSize(1);
  }

  @Test
  void fiftySubmitsWithKeysOfTheirOwnAreOneOrder() {
    var quote = walk.quote(alice, shop);
    var body = walk.wish(quote, "pm_card_visa");

    var answers = atOnce(50, _ -> alice.post("/order", body, "Idempotency-Key", Walk.key()));

    var won = answers.stream().filter(it -> it.status() == 202).toList();
    assertThat(won).hasSize(1);
    assertThat(answers)
        .filteredOn(it -> it.status() != 202)
        .allSatisfy(
            it -> {
              assertThat(it.status()).isEqualTo(409);
              assertThat(it.text("/code")).isEqualTo("cart_spent");
              assertThat(it.text("/order_id")).isEqualTo(won.getFirst().text("/id"));
            });
    assertThat(ordersOf(quote)).isEqualTo(1);
  }

  @Test
  void anOrderIsInTheListTheMomentItIsAnswered() {
    var bob = walk.customer("bob-" + Walk.key());
    for (int i = 0; i < 5; i++) {
      var placed = walk.order(bob, shop, "pm_card_visa");
      assertThat(bob.get("/orders").text("/items/0/id")).isEqualTo(placed.text("/id"));
    }
  }

  @Test
  void concurrentCancelsReleaseTheHoldOnce() {
    var id = walk.ordered(alice, shop, "pm_card_visa", "AWAITING_RESTAURANT");

    var answers =
        atOnce(10, _ -> alice.post(path(id, "cancel"), "{}", "Idempotency-Key", Walk.key()));

    assertThat(answers).allSatisfy(it -> assertThat(it.status()).isEqualTo(200));
    walk.awaits(id, "CANCELLED");
    assertThat(walk.events(id)).filteredOn("cancelled"::equals).hasSize(1);
    walk.settled(id);
  }

  @Test
  void acceptAndCancelAtOnceEndInOneOfBoth() {
    for (int i = 0; i < 5; i++) {
      var id = walk.ordered(alice, shop, "pm_card_visa", "AWAITING_RESTAURANT");

      var answers =
          atOnce(
              2,
              n ->
                  n == 0
                      ? walk.staff(shop).post(path(id, "accept"), "{\"prep_minutes\":1}")
                      : alice.post(path(id, "cancel"), "{}", "Idempotency-Key", Walk.key()));

      assertThat(answers.get(1).status()).isEqualTo(200);
      assertThat(answers.get(0).status()).isIn(200, 409);
      walk.awaits(id, "CANCELLED");
      walk.settled(id);
    }
  }

  @Test
  void oneClickIsOneRefund() {
    var id = walk.captured(alice, shop, "carl");
    var body =
        "{\"amount\":{\"amount\":700,\"currency\":\"EUR\"},\"reason\":\"cold\",\"liable\":\"courier\"}";
    var key = Walk.key();

    atOnce(10, _ -> walk.ops().post(path(id, "refund"), body, "Idempotency-Key", key));

    walk.awaitsEvent(id, "refunded");
    assertThat(walk.see(id).number("/payment/refunded/amount")).isEqualTo(700);
    assertThat(stripe.of(id).getFirst().refunds).containsExactly(700L);
    assertThat(walk.account(id, "courier.payable")).isGreaterThan(-10_000);
    walk.settled(id);
  }

  @Test
  void refundsNeverExceedWhatWasCaptured() {
    var id = walk.captured(alice, shop, "carl");
    long total = walk.see(id).number("/payment/captured/amount");
    var partial = "{\"amount\":300,\"reason\":\"cold\",\"liable\":\"restaurant\"}";
    var full = "{\"reason\":\"all of it\",\"liable\":\"platform\"}";
    assertThat(walk.ops().post(path(id, "refund"), partial, "Idempotency-Key", Walk.key()).status())
        .isEqualTo(202);
    walk.awaitsEvent(id, "refunded");

    var answers =
        atOnce(10, _ -> walk.ops().post(path(id, "refund"), full, "Idempotency-Key", Walk.key()));

    var taken = answers.stream().filter(it -> it.status() == 202).toList();
    assertThat(taken).hasSize(1);
    assertThat(taken.getFirst().number("/amount/amount")).isEqualTo(total - 300);
    assertThat(answers)
        .filteredOn(it -> it.status() != 202)
        .allSatisfy(it -> assertThat(it.text("/code")).isEqualTo("refund_exceeds_captured"));
    walk.awaitsEvents(id, "refunded", 2);
    assertThat(stripe.net(id)).isZero();
    assertThat(walk.see(id).text("/payment/status")).isEqualTo("refunded");
    assertThat(walk.see(id).number("/receipt/total/amount")).isZero();
    walk.settled(id);
  }

  @Test
  void manyOrdersAtOnceEndRight() {
    var customers = atOnce(40, n -> walk.order(walk.customer("c" + n), shop, card(n)));
    assertThat(customers).allSatisfy(it -> assertThat(it.status()).isEqualTo(202));
    for (int n = 0; n < customers.size(); n++) {
      var id = customers.get(n).text("/id");
      if (card(n).equals("pm_card_declined")) {
        walk.awaits(id, "PAYMENT_FAILED");
      } else {
        walk.awaits(id, "AWAITING_RESTAURANT");
        ok(walk.staff(shop).post(path(id, "reject"), "{}"));
        walk.awaits(id, "REJECTED");
      }
      walk.settled(id);
    }
  }

  private static String card(int n) {
    return n % 5 == 0 ? "pm_card_declined" : n % 7 == 0 ? "pm_card_timeout" : "pm_card_visa";
  }
}
