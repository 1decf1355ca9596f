package dev.plaza.order.pricing;

import static dev.plaza.order.restaurant.RestaurantFixtures.PRATER;
import static dev.plaza.order.restaurant.RestaurantFixtures.STEPHANSPLATZ;
import static dev.plaza.order.restaurant.RestaurantFixtures.at;
import static dev.plaza.order.restaurant.RestaurantFixtures.item;
import static dev.plaza.order.restaurant.RestaurantFixtures.menu;
import static dev.plaza.order.restaurant.RestaurantFixtures.open;
import static dev.plaza.order.restaurant.RestaurantFixtures.restaurant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.uber.h3core.H3Core;
import dev.plaza.contracts.Place;
import dev.plaza.contracts.catalog.ItemAvailabilityEvent;
import dev.plaza.contracts.dispatch.SurgeEvent;
import dev.plaza.order.Api;
import dev.plaza.order.Catalog;
import dev.plaza.order.MovableClock;
import dev.plaza.order.OnServers;
import dev.plaza.platform.problem.ProblemException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.transaction.support.TransactionTemplate;

/// What checkout may rely on, in the transactions it runs.
@OnServers
class OrderablesIT {
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

  @AfterEach
  void resetTheClock() {
    clock.reset();
  }

  @Test
  void anUnchangedCartBecomesAnOrderOnce() {
    var cart = steps.cart("soup", 2);
    var quote = steps.quote(cart);

    var draft = steps.ready(cart, quote.text("/quote_id"));
    assertThat(draft.price().total()).isEqualTo(quote.number("/total"));
    assertThat(draft.lines()).hasSize(1);
    assertThat(draft.customerId()).isEqualTo("alice");
    assertThat(draft.pickup()).isEqualTo(STEPHANSPLATZ);
    assertThat(draft.dropoff()).isEqualTo(PRATER);
    assertThat(draft.address()).isEqualTo("Prater 1");
    assertThat(draft.instructions()).isEqualTo("sandbox:slow");
    assertThat(draft.distanceM()).isBetween(2_000, 2_200);
    assertThat(draft.courierPay()).isGreaterThan(draft.tip() + 300);
    steps.in(() -> steps.spend(draft, "o-1"));

    var again =
        steps.in(
            () -> orderables.orderable(cart, quote.text("/quote_id"), false, null, steps.alice));
    assertThat(again).isEqualTo(new OrderableResult.CartSpent("o-1"));
    var late =
        catchThrowableOfType(
            ProblemException.class, () -> steps.in(() -> steps.spend(draft, "o-2")));
    assertThat(late.code()).isEqualTo(PricingProblem.CART_SPENT);
    var edit = api.customer("alice").patch("/cart/" + cart, "{\"tip\":1}", "If-Match", "1");
    assertThat(edit.status()).isEqualTo(409);
    assertThat(edit.text("/code")).isEqualTo("cart_spent");
    assertThat(edit.text("/order_id")).isEqualTo("o-1");
    assertThat(api.customer("alice").delete("/cart/" + cart).status()).isEqualTo(409);
    assertThat(api.customer("alice").get("/cart/" + cart).text("/order_id")).isEqualTo("o-1");
  }

  @Test
  void somebodyElsesCartIsNotFound() {
    var cart = steps.cart("soup", 2);
    var quote = steps.quote(cart).text("/quote_id");

    var problem =
        catchThrowableOfType(
            ProblemException.class,
            () ->
                steps.in(
                    () ->
                        orderables.orderable(
                            cart, quote, false, null, CheckoutSteps.caller("mallory"))));

    assertThat(problem.code().status()).isEqualTo(404);
  }

  @Test
  void aRiseIsRefusedUntilTheFreshQuoteIsOrdered() {
    var cart = steps.cart("soup", 1);
    var old = steps.quote(cart).text("/quote_id");
    catalog.publish(menu(shop, 2, item("soup", 1500)));

    var changed = (OrderableResult.PriceChanged) steps.rolledBack(cart, old);

    assertThat(changed.changes())
        .extracting(Change::kind, Change::from, Change::to)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(Change.Kind.PRICE_CHANGED, 1000L, 1500L));
    assertThat(steps.rolledBack(cart, old)).isInstanceOf(OrderableResult.PriceChanged.class);
    // The quote outlived the roll-back.
    var draft = steps.ready(cart, changed.fresh().quoteId());
    assertThat(draft.price().total()).isEqualTo(changed.fresh().total());
    assertThat(draft.menuVersion()).isEqualTo(2);
  }

  @Test
  void aRiseIsTakenWithConsent() {
    var cart = steps.cart("soup", 1);
    var quote = steps.quote(cart).text("/quote_id");
    catalog.publish(menu(shop, 2, item("soup", 1500)));

    var result = steps.in(() -> orderables.orderable(cart, quote, true, null, steps.alice));

    assertThat(result).isInstanceOf(OrderableResult.Ready.class);
    assertThat(((OrderableResult.Ready) result).draft().price().subtotal()).isEqualTo(1500);
  }

  @Test
  void aFallIsPassedOn() {
    var cart = steps.cart("soup", 1);
    var quote = steps.quote(cart).text("/quote_id");
    catalog.publish(menu(shop, 2, item("soup", 800)));

    assertThat(steps.rolledBack(cart, quote)).isInstanceOf(OrderableResult.Ready.class);
    assertThat(steps.ready(cart, quote).price().subtotal()).isEqualTo(800);
  }

  @Test
  void anEditedCartNeedsANewQuote() {
    var cart = steps.cart("soup", 3);
    var quote = steps.quote(cart).text("/quote_id");
    var edited =
        api.customer("alice")
            .patch(
                "/cart/" + cart,
                "{\"items\":[{\"sku\":\"soup\",\"quantity\":2}]}",
                "If-Match",
                "1");
    assertThat(edited.status()).isEqualTo(200);

    assertThat(steps.rolledBack(cart, quote)).isInstanceOf(OrderableResult.PriceChanged.class);
  }

  @Test
  void whatIsSoldOutMeanwhileNeedsConsentAndAnEmptyRestIsRefused() {
    var cart = steps.cart("soup", 2);
    var quote = steps.quote(cart).text("/quote_id");
    catalog.publish(new ItemAvailabilityEvent(shop, "soup", 1, false, null, now));

    var changed = (OrderableResult.PriceChanged) steps.rolledBack(cart, quote);
    var accepted = steps.in(() -> orderables.orderable(cart, quote, true, null, steps.alice));

    assertThat(changed.changes()).extracting(Change::kind).containsExactly(Change.Kind.UNAVAILABLE);
    assertThat(accepted)
        .isInstanceOfSatisfying(
            OrderableResult.Refused.class,
            it -> assertThat(it.code()).isEqualTo(PricingProblem.ITEMS_UNAVAILABLE));
  }

  @Test
  void rulesRefuseWhateverTheCustomerAccepts() {
    var cart = steps.cart("soup", 2);
    var quote = steps.quote(cart).text("/quote_id");

    catalog.publish(restaurant(shop, 2, 0, now, List.of(), null));
    assertThat(code(steps.in(() -> orderables.orderable(cart, quote, true, null, steps.alice))))
        .isEqualTo(PricingProblem.RESTAURANT_CLOSED);

    catalog.publish(restaurant(shop, 3, 5_000, now, List.of(open(now, Duration.ofDays(1))), null));
    assertThat(code(steps.in(() -> orderables.orderable(cart, quote, true, null, steps.alice))))
        .isEqualTo(PricingProblem.BELOW_MINIMUM);

    catalog.publish(restaurant(shop, 4, 0, now, List.of(open(now, Duration.ofDays(1))), null));
    assertThat(
            api.customer("alice")
                .patch("/cart/" + cart, "{\"coupon\":\"FREE\"}", "If-Match", "1")
                .status())
        .isEqualTo(200);
    assertThat(code(steps.in(() -> orderables.orderable(cart, quote, true, null, steps.alice))))
        .isEqualTo(PricingProblem.COUPON_UNAVAILABLE);
  }

  @Test
  void anUnknownOrForeignQuoteIsSaidSo() {
    var cart = steps.cart("soup", 2);
    var foreign = steps.quote(steps.cart("soup", 1)).text("/quote_id");

    for (String quote : List.of(foreign, UUID.randomUUID().toString(), "nonsense", "")) {
      var problem =
          catchThrowableOfType(
              ProblemException.class,
              () -> steps.in(() -> orderables.orderable(cart, quote, false, null, steps.alice)));
      assertThat(problem.code()).isEqualTo(PricingProblem.QUOTE_UNKNOWN);
    }
    assertThat(steps.in(() -> orderables.orderable(cart, null, false, null, steps.alice)))
        .isInstanceOf(OrderableResult.PriceChanged.class);
  }

  @Test
  void aQuoteHoldsItsSurgeUntilItExpires() throws Exception {
    // A cell of its own, for surge outlives a test.
    var place = new Place(48.19, 16.40);
    String cell = H3Core.newInstance().latLngToCellAddress(place.lat(), place.lon(), 7);
    Instant at = clock.instant();
    catalog.publish(
        at(place, restaurant(shop, 2, 0, now, List.of(open(now, Duration.ofDays(1))), null)));
    var cart = steps.cart("soup", 2);
    var calm = steps.quote(cart);
    catalog.publish(new SurgeEvent(cell, 3, 180, at.plus(Duration.ofMinutes(30)), at));
    var surged = steps.quote(cart);

    assertThat(steps.ready(cart, calm.text("/quote_id")).price().total())
        .isEqualTo(calm.number("/total"))
        .isLessThan(surged.number("/total"));
    clock.forward(Duration.ofMinutes(5).plusSeconds(1));
    assertThat(steps.rolledBack(cart, calm.text("/quote_id")))
        .isInstanceOf(OrderableResult.PriceChanged.class);
    assertThat(steps.ready(cart, surged.text("/quote_id")).price().total())
        .isEqualTo(surged.number("/total"));
    // Surge is over, the fall is passed on.
    clock.forward(Duration.ofMinutes(30));
    assertThat(steps.ready(cart, surged.text("/quote_id")).price().total())
        .isEqualTo(calm.number("/total"));
  }

  @Test
  void ofCheckoutsOfOneCartExactlyOneWins() throws Exception {
    var cart = steps.cart("soup", 2);
    var quote = steps.quote(cart).text("/quote_id");

    var results =
        CheckoutSteps.atOnce(
            50,
            i ->
                steps.in(
                    () -> {
                      var result = orderables.orderable(cart, quote, false, null, steps.alice);
                      if (result instanceof OrderableResult.Ready(var draft)) {
                        orderables.spend(draft, "race-" + i);
                      }
                      return result.getClass().getSimpleName();
                    }));

    assertThat(results).containsOnly("Ready", "CartSpent").containsOnlyOnce("Ready");
  }

  private PricingProblem code(OrderableResult result) {
    return ((OrderableResult.Refused) result).code();
  }
}
