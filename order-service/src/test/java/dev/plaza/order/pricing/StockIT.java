package dev.plaza.order.pricing;

import static dev.plaza.order.restaurant.RestaurantFixtures.item;
import static dev.plaza.order.restaurant.RestaurantFixtures.menu;
import static dev.plaza.order.restaurant.RestaurantFixtures.restaurant;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.contracts.catalog.ItemAvailabilityEvent;
import dev.plaza.order.Api;
import dev.plaza.order.Catalog;
import dev.plaza.order.MovableClock;
import dev.plaza.order.OnServers;
import dev.plaza.platform.problem.ProblemException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.transaction.support.TransactionTemplate;

/// What orders take from stock and give back.
@OnServers
class StockIT {
  @Autowired private Api api;
  @Autowired private Catalog catalog;
  @Autowired private MovableClock clock;
  @Autowired private Orderables orderables;
  @Autowired private TransactionTemplate transaction;

  private final String shop = "order-" + UUID.randomUUID();
  private Instant now;
  private CheckoutSteps steps;

  @BeforeEach
  void aRestaurantWithAMenu() {
    steps = new CheckoutSteps(api, orderables, transaction, shop);
    now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    catalog.publish(restaurant(shop, now));
    catalog.publish(menu(shop, 1, item("soup", 1000), item("cake", 500, "food", 3)));
  }

  @Test
  void theLastPieceIsSoldOnce() throws Exception {
    catalog.publish(new ItemAvailabilityEvent(shop, "soup", 1, true, 10, now));
    var carts = IntStream.range(0, 30).mapToObj(_ -> steps.cart("soup", 1)).toList();
    var drafts =
        carts.stream().map(it -> steps.ready(it, steps.quote(it).text("/quote_id"))).toList();

    var results =
        CheckoutSteps.atOnce(
            30,
            i -> {
              try {
                return steps.in(() -> steps.spend(drafts.get(i), "stock-" + shop + i));
              } catch (ProblemException e) {
                return e.code().code();
              }
            });

    assertThat(results.stream().filter("spent"::equals)).hasSize(10);
    assertThat(results.stream().filter("out_of_stock"::equals)).hasSize(20);
  }

  @Test
  void whatIsGivenBackCanBeSoldAgainOnce() {
    var first = steps.cart("cake", 3);
    var draft = steps.ready(first, steps.quote(first).text("/quote_id"));
    steps.in(() -> steps.spend(draft, "cake-" + shop));
    assertThat(steps.quote(steps.cart("cake", 1)).number("/changes/0/to")).isZero();

    steps.in(() -> steps.giveBack("cake-" + shop));
    steps.in(() -> steps.giveBack("cake-" + shop));

    assertThat(steps.quote(steps.cart("cake", 3)).body().at("/changes")).isEmpty();
    assertThat(steps.quote(steps.cart("cake", 4)).number("/changes/0/to")).isEqualTo(3);
  }

  @Test
  void aNewCountIsNotTouchedByWhatOldOrdersGiveBack() {
    var cart = steps.cart("cake", 2);
    steps.in(
        () -> steps.spend(steps.ready(cart, steps.quote(cart).text("/quote_id")), "count-" + shop));
    catalog.publish(new ItemAvailabilityEvent(shop, "cake", 1, true, 1, now));

    steps.in(() -> steps.giveBack("count-" + shop));

    assertThat(steps.quote(steps.cart("cake", 2)).number("/changes/0/to")).isEqualTo(1);
  }

  @Test
  void anotherMenuStartsAnotherCount() {
    var cart = steps.cart("cake", 3);
    steps.in(
        () -> steps.spend(steps.ready(cart, steps.quote(cart).text("/quote_id")), "menu-" + shop));

    catalog.publish(menu(shop, 2, item("cake", 500, "food", 7)));

    assertThat(steps.quote(steps.cart("cake", 7)).body().at("/changes")).isEmpty();
  }

  @Test
  void aSubstitutionIsPricedInTheOrdersOwnContext() {
    catalog.publish(menu(shop, 2, item("soup", 1000), item("stew", 1300), item("cake", 500)));
    var cart = steps.cart("soup", 2);
    var draft = steps.ready(cart, steps.quote(cart).text("/quote_id"));
    String line = draft.lines().getFirst().lineId();

    var dearer =
        orderables.substitute(
            draft,
            draft.lines(),
            List.of(new Substitution.Replacement(line, "stew", 2, List.of())));
    var small =
        orderables.substitute(
            draft,
            draft.lines(),
            List.of(new Substitution.Replacement(line, "cake", 1, List.of())));

    assertThat(dearer.price().subtotal()).isEqualTo(2600);
    assertThat(dearer.price().deliveryFee()).isEqualTo(draft.price().deliveryFee());
    assertThat(small.price().subtotal()).isEqualTo(500);
    assertThat(small.price().smallOrderFee()).isZero();
    assertThat(orderables.reprice(draft, draft.lines())).isEqualTo(draft.price());
    assertThat(orderables.reprice(draft, dearer.lines())).isEqualTo(dearer.price());
  }

  @Test
  void aSubstitutionMovesTheStock() {
    var cart = steps.cart("cake", 3);
    var draft = steps.ready(cart, steps.quote(cart).text("/quote_id"));
    steps.in(() -> steps.spend(draft, "moved-" + shop));
    var lines =
        orderables
            .substitute(
                draft,
                draft.lines(),
                List.of(
                    new Substitution.Replacement(
                        draft.lines().getFirst().lineId(), "cake", 1, List.of())))
            .lines();

    steps.in(() -> steps.restocked("moved-" + shop, lines));

    assertThat(steps.quote(steps.cart("cake", 3)).number("/changes/0/to")).isEqualTo(2);
  }

  @Test
  void whatTheRestaurantOffersItselfIsNotRefused() {
    var cart = steps.cart("soup", 1);
    var draft = steps.ready(cart, steps.quote(cart).text("/quote_id"));
    steps.in(() -> steps.spend(draft, "offered-" + shop));
    var offered =
        orderables
            .substitute(
                draft,
                draft.lines(),
                List.of(
                    new Substitution.Replacement(
                        draft.lines().getFirst().lineId(), "cake", 9, List.of())))
            .lines();

    steps.in(() -> steps.restocked("offered-" + shop, offered));

    assertThat(steps.quote(steps.cart("cake", 3)).body().at("/changes")).isEmpty();
  }
}
