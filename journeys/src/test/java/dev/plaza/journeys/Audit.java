package dev.plaza.journeys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.dev.client.Response;
import dev.plaza.dev.client.Shopper;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import org.assertj.core.api.SoftAssertions;
import tools.jackson.databind.JsonNode;

/// What must be true of every order at its end, asked from the outside: status, ledger, and the
/// provider's own books.
final class Audit {

  static final Set<String> ENDS =
      Set.of("CAPTURED", "REJECTED", "CANCELLED", "PAYMENT_FAILED", "EXPIRED");

  private static final int AT_ONCE = 8;

  private final Stack stack;

  Audit(Stack stack) {
    this.stack = stack;
  }

  JsonNode order(String id) {
    var answer = Stack.patiently(() -> stack.ops().get("/order/" + id));
    assertThat(answer.status()).as("GET /order/%s: %s", id, answer.brief()).isEqualTo(200);
    return answer.body();
  }

  void check(String id) {
    check(List.of(id));
  }

  /// Every order ended; ledger, order and provider tell the same; nothing is doubled, nothing held.
  void check(List<String> ids) {
    var softly = new SoftAssertions();
    try (var threads = Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().factory())) {
      var checks = ids.stream().map(id -> threads.submit(() -> check(id, softly))).toList();
      for (var check : checks) {
        check.get();
      }
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    softly.assertAll();
  }

  private void check(String id, SoftAssertions softly) {
    var order = order(id);
    var books = stack.books("?order_id=" + id).path("totals");
    var ledger = Stack.patiently(() -> stack.ops().get("/order/" + id + "/ledger?limit=100"));
    synchronized (softly) {
      check(id, order, books, ledger, softly);
    }
  }

  private static void check(
      String id, JsonNode order, JsonNode books, Response ledger, SoftAssertions softly) {
    var status = order.path("status").asString("");
    var what = id + " " + status + " " + books;
    softly.assertThat(ENDS).as(what).contains(status);
    softly.assertThat(books.path("live_holds").asInt()).as("holds left of " + what).isZero();
    softly
        .assertThat(books.path("authorized").asLong())
        .as("holds add up of " + what)
        .isEqualTo(
            books.path("captured").asLong()
                + books.path("released").asLong()
                + books.path("voided").asLong()
                + books.path("expired").asLong());
    softly.assertThat(books.path("captures").asInt()).as("captures of " + what).isLessThan(2);
    checkMoney(order, status, books, what, softly);
    checkLedger(ledger, what, softly);
  }

  private static void checkMoney(
      JsonNode order, String status, JsonNode books, String what, SoftAssertions softly) {
    var payment = order.path("payment");
    var captured = Shopper.amount(payment.path("captured"));
    var refunded = Shopper.amount(payment.path("refunded"));
    softly
        .assertThat(captured)
        .as("captured of " + what)
        .isEqualTo(books.path("captured").asLong());
    softly
        .assertThat(refunded)
        .as("refunded of " + what)
        .isEqualTo(books.path("refunded").asLong());
    if (status.equals("CAPTURED")) {
      var total = order.path("price").path("total");
      softly.assertThat(captured).as("paid of " + what).isEqualTo(Shopper.amount(total));
    }
    var receipt = order.path("receipt").path("total");
    if (!receipt.isMissingNode()) {
      softly
          .assertThat(Shopper.amount(receipt))
          .as("receipt of " + what)
          .isEqualTo(books.path("net").asLong());
    }
  }

  private static void checkLedger(Response ledger, String what, SoftAssertions softly) {
    softly.assertThat(ledger.status()).as("ledger of " + what).isEqualTo(200);
    var sum = 0L;
    for (var entry : ledger.body().path("items")) {
      sum += Shopper.amount(entry.path("amount"));
    }
    softly.assertThat(sum).as("the ledger's sum of " + what + ledger.body()).isZero();
  }
}
