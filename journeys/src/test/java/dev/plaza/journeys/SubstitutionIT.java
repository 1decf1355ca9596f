package dev.plaza.journeys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.dev.client.Session;
import dev.plaza.dev.client.Shopper;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// The restaurant has something else; the customer decides.
class SubstitutionIT {

  private static Stack stack;
  private static Kitchen kitchen;

  @BeforeAll
  static void start() {
    stack = Stack.running();
    kitchen = Kitchen.open(stack);
  }

  private record Proposed(Guest guest, String order, long before) {}

  private static Proposed propose(String sku, int quantity) throws Exception {
    var guest = Guest.fresh(stack);
    var order = guest.order(kitchen);
    var read = guest.awaits(order, "AWAITING_RESTAURANT");
    var line = read.path("items").get(0).path("line_id").asString();
    var answer = kitchen.substitute(order, line, sku, quantity);
    assertThat(answer.ok()).as(answer.brief()).isTrue();
    guest.awaits(order, "SUBSTITUTION_PROPOSED");
    return new Proposed(guest, order, Shopper.amount(read.path("price").path("total")));
  }

  private static void decide(Proposed proposed, String decision) throws Exception {
    var answer =
        proposed
            .guest
            .session()
            .post("/order/" + proposed.order + "/substitution", Map.of("decision", decision));
    assertThat(answer.ok()).as(answer.brief()).isTrue();
  }

  private static long total(Proposed proposed) {
    return Shopper.amount(proposed.guest.read(proposed.order).path("price").path("total"));
  }

  /// Leaves nothing open behind: the order is cancelled by ops, and the books must be even.
  private static void end(Proposed proposed) throws Exception {
    var answer =
        stack
            .ops()
            .post(
                "/order/" + proposed.order + "/cancel",
                Map.of("reason", "test_over"),
                Session.newKey());
    assertThat(answer.ok()).as(answer.brief()).isTrue();
    Ends.await(stack, proposed.order);
    new Audit(stack).check(proposed.order);
  }

  @Test
  void costsLessWhenTheCheaperOneIsApproved() throws Exception {
    var proposed = propose("bread", 2);

    decide(proposed, "approve");

    proposed.guest.awaits(proposed.order, "AWAITING_RESTAURANT", "PREPARING", "DISPATCHING");
    assertThat(total(proposed)).isLessThan(proposed.before);
    end(proposed);
  }

  @Test
  void securesTheMoneyFirstWhenTheDearerOneIsApproved() throws Exception {
    var proposed = propose("soup", 4);

    decide(proposed, "approve");

    proposed.guest.awaits(proposed.order, "AWAITING_RESTAURANT", "PREPARING", "DISPATCHING");
    var after = total(proposed);
    assertThat(after).isGreaterThan(proposed.before);
    var held = stack.books("?order_id=" + proposed.order).path("totals");
    assertThat(held.path("held_now").asLong()).isGreaterThanOrEqualTo(after);
    end(proposed);
  }

  @Test
  void letsTheLineFallWhenTheCustomerDeclines() throws Exception {
    var proposed = propose("bread", 2);

    decide(proposed, "decline");

    // It was the only line: nothing is left to deliver.
    Ends.await(stack, proposed.order);
    new Audit(stack).check(proposed.order);
  }

  @Test
  void declinesForACustomerWhoDoesNotAnswer() throws Exception {
    var proposed = propose("bread", 2);

    Ends.await(stack, proposed.order);

    assertThat(stack.books("?order_id=" + proposed.order).path("totals").path("net").asLong())
        .isZero();
    new Audit(stack).check(proposed.order);
  }

  @Test
  void refusesAnAnswerOfSomebodyElse() throws Exception {
    var proposed = propose("bread", 2);

    var stranger = Guest.fresh(stack).session();
    var answer =
        stranger.post("/order/" + proposed.order + "/substitution", Map.of("decision", "approve"));

    assertThat(answer.status()).isEqualTo(404);
    end(proposed);
  }
}
