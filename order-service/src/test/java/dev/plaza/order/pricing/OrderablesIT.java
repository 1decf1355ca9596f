package dev.plaza.order.pricing;

import static dev.plaza.order.restaurant.RestaurantFixtures.PRATER;
import static dev.plaza.order.restaurant.RestaurantFixtures.STEPHANSPLATZ;
import static dev.plaza.order.restaurant.RestaurantFixtures.item;
import static dev.plaza.order.restaurant.RestaurantFixtures.menu;
import static dev.plaza.order.restaurant.RestaurantFixtures.open;
import static dev.plaza.order.restaurant.RestaurantFixtures.restaurant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.uber.h3core.H3Core;
import dev.plaza.contracts.catalog.ItemAvailabilityEvent;
import dev.plaza.contracts.dispatch.SurgeEvent;
import dev.plaza.order.Api;
import dev.plaza.order.Catalog;
import dev.plaza.order.MovableClock;
import dev.plaza.order.OnServers;
import dev.plaza.platform.problem.ProblemException;
import dev.plaza.platform.security.Caller;
import dev.plaza.platform.security.Role;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.IntStream;
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
  private final Caller alice = caller("alice");
  private Instant now;

  @BeforeEach
  void aRestaurantWithAMenu() {
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
    var cart = cart("soup", 2);
    var quote = quote(cart);

    var draft = ready(cart, quote.text("/quote_id"));
    assertThat(draft.price().total()).isEqualTo(quote.number("/total"));
    assertThat(draft.lines()).hasSize(1);
    assertThat(draft.customerId()).isEqualTo("alice");
    assertThat(draft.pickup()).isEqualTo(STEPHANSPLATZ);
    assertThat(draft.dropoff()).isEqualTo(PRATER);
    assertThat(draft.address()).isEqualTo("Prater 1");
    assertThat(draft.instructions()).isEqualTo("sandbox:slow");
    assertThat(draft.distanceM()).isBetween(2_000, 2_200);
    assertThat(draft.courierPay()).isGreaterThan(draft.tip() + 300);
    in(() -> spend(draft, "o-1"));

    var again = in(() -> orderables.orderable(cart, quote.text("/quote_id"), false, alice));
    assertThat(again).isEqualTo(new OrderableResult.CartSpent("o-1"));
    var late = catchThrowableOfType(ProblemException.class, () -> in(() -> spend(draft, "o-2")));
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
    var cart = cart("soup", 2);
    var quote = quote(cart).text("/quote_id");

    var problem =
        catchThrowableOfType(
            ProblemException.class,
            () -> in(() -> orderables.orderable(cart, quote, false, caller("mallory"))));

    assertThat(problem.code().status()).isEqualTo(404);
  }

  @Test
  void aRiseIsRefusedUntilTheFreshQuoteIsOrdered() {
    var cart = cart("soup", 1);
    var old = quote(cart).text("/quote_id");
    catalog.publish(menu(shop, 2, item("soup", 1500)));

    var changed = (OrderableResult.PriceChanged) rolledBack(cart, old);

    assertThat(changed.changes())
        .extracting(Change::kind, Change::from, Change::to)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(Change.Kind.PRICE_CHANGED, 1000L, 1500L));
    assertThat(rolledBack(cart, old)).isInstanceOf(OrderableResult.PriceChanged.class);
    // The quote outlived the roll-back.
    var draft = ready(cart, changed.fresh().quoteId());
    assertThat(draft.price().total()).isEqualTo(changed.fresh().total());
    assertThat(draft.menuVersion()).isEqualTo(2);
  }

  @Test
  void aRiseIsTakenWithConsent() {
    var cart = cart("soup", 1);
    var quote = quote(cart).text("/quote_id");
    catalog.publish(menu(shop, 2, item("soup", 1500)));

    var result = in(() -> orderables.orderable(cart, quote, true, alice));

    assertThat(result).isInstanceOf(OrderableResult.Ready.class);
    assertThat(((OrderableResult.Ready) result).draft().price().subtotal()).isEqualTo(1500);
  }

  @Test
  void aFallIsPassedOn() {
    var cart = cart("soup", 1);
    var quote = quote(cart).text("/quote_id");
    catalog.publish(menu(shop, 2, item("soup", 800)));

    assertThat(rolledBack(cart, quote)).isInstanceOf(OrderableResult.Ready.class);
    assertThat(ready(cart, quote).price().subtotal()).isEqualTo(800);
  }

  @Test
  void anEditedCartNeedsANewQuote() {
    var cart = cart("soup", 3);
    var quote = quote(cart).text("/quote_id");
    var edited =
        api.customer("alice")
            .patch(
                "/cart/" + cart,
                "{\"items\":[{\"sku\":\"soup\",\"quantity\":2}]}",
                "If-Match",
                "1");
    assertThat(edited.status()).isEqualTo(200);

    assertThat(rolledBack(cart, quote)).isInstanceOf(OrderableResult.PriceChanged.class);
  }

  @Test
  void whatIsSoldOutMeanwhileNeedsConsentAndAnEmptyRestIsRefused() {
    var cart = cart("soup", 2);
    var quote = quote(cart).text("/quote_id");
    catalog.publish(new ItemAvailabilityEvent(shop, "soup", 1, false, null, now));

    var changed = (OrderableResult.PriceChanged) rolledBack(cart, quote);
    var accepted = in(() -> orderables.orderable(cart, quote, true, alice));

    assertThat(changed.changes()).extracting(Change::kind).containsExactly(Change.Kind.UNAVAILABLE);
    assertThat(accepted)
        .isInstanceOfSatisfying(
            OrderableResult.Refused.class,
            it -> assertThat(it.code()).isEqualTo(PricingProblem.ITEMS_UNAVAILABLE));
  }

  @Test
  void rulesRefuseWhateverTheCustomerAccepts() {
    var cart = cart("soup", 2);
    var quote = quote(cart).text("/quote_id");

    catalog.publish(restaurant(shop, 2, 0, now, List.of(), null));
    assertThat(code(in(() -> orderables.orderable(cart, quote, true, alice))))
        .isEqualTo(PricingProblem.RESTAURANT_CLOSED);

    catalog.publish(restaurant(shop, 3, 5_000, now, List.of(open(now, Duration.ofDays(1))), null));
    assertThat(code(in(() -> orderables.orderable(cart, quote, true, alice))))
        .isEqualTo(PricingProblem.BELOW_MINIMUM);

    catalog.publish(restaurant(shop, 4, 0, now, List.of(open(now, Duration.ofDays(1))), null));
    assertThat(
            api.customer("alice")
                .patch("/cart/" + cart, "{\"coupon\":\"FREE\"}", "If-Match", "1")
                .status())
        .isEqualTo(200);
    assertThat(code(in(() -> orderables.orderable(cart, quote, true, alice))))
        .isEqualTo(PricingProblem.COUPON_REFUSED);
  }

  @Test
  void anUnknownOrForeignQuoteIsSaidSo() {
    var cart = cart("soup", 2);
    var foreign = quote(cart("soup", 1)).text("/quote_id");

    for (String quote : List.of(foreign, UUID.randomUUID().toString(), "nonsense", "")) {
      var problem =
          catchThrowableOfType(
              ProblemException.class,
              () -> in(() -> orderables.orderable(cart, quote, false, alice)));
      assertThat(problem.code()).isEqualTo(PricingProblem.QUOTE_UNKNOWN);
    }
    assertThat(in(() -> orderables.orderable(cart, null, false, alice)))
        .isInstanceOf(OrderableResult.PriceChanged.class);
  }

  @Test
  void aQuoteHoldsItsSurgeUntilItExpires() throws Exception {
    String cell =
        H3Core.newInstance().latLngToCellAddress(STEPHANSPLATZ.lat(), STEPHANSPLATZ.lon(), 7);
    // Other tests may have left their surge in this cell.
    Instant before = clock.instant();
    catalog.publish(new SurgeEvent(cell, 0, 100, before, before));
    var cart = cart("soup", 2);
    var calm = quote(cart);
    Instant at = before.plusSeconds(1);
    catalog.publish(new SurgeEvent(cell, 3, 180, at.plus(Duration.ofMinutes(30)), at));
    var surged = quote(cart);

    assertThat(ready(cart, calm.text("/quote_id")).price().total())
        .isEqualTo(calm.number("/total"))
        .isLessThan(surged.number("/total"));
    clock.forward(Duration.ofMinutes(5).plusSeconds(1));
    assertThat(rolledBack(cart, calm.text("/quote_id")))
        .isInstanceOf(OrderableResult.PriceChanged.class);
    assertThat(ready(cart, surged.text("/quote_id")).price().total())
        .isEqualTo(surged.number("/total"));
    // Surge is over, the fall is passed on.
    clock.forward(Duration.ofMinutes(30));
    assertThat(ready(cart, surged.text("/quote_id")).price().total())
        .isEqualTo(calm.number("/total"));
  }

  @Test
  void ofCheckoutsOfOneCartExactlyOneWins() throws Exception {
    var cart = cart("soup", 2);
    var quote = quote(cart).text("/quote_id");

    var results =
        atOnce(
            50,
            i ->
                in(
                    () -> {
                      var result = orderables.orderable(cart, quote, false, alice);
                      if (result instanceof OrderableResult.Ready(var draft)) {
                        orderables.spend(draft, "race-" + i);
                      }
                      return result.getClass().getSimpleName();
                    }));

    assertThat(results).containsOnly("Ready", "CartSpent").containsOnlyOnce("Ready");
  }

  @Test
  void theLastPieceIsSoldOnce() throws Exception {
    catalog.publish(new ItemAvailabilityEvent(shop, "soup", 1, true, 10, now));
    var carts = IntStream.range(0, 30).mapToObj(_ -> cart("soup", 1)).toList();
    var drafts = carts.stream().map(it -> ready(it, quote(it).text("/quote_id"))).toList();

    var results =
        atOnce(
            30,
            i -> {
              try {
                return in(() -> spend(drafts.get(i), "stock-" + shop + i));
              } catch (ProblemException e) {
                return e.code().code();
              }
            });

    assertThat(results.stream().filter("spent"::equals)).hasSize(10);
    assertThat(results.stream().filter("out_of_stock"::equals)).hasSize(20);
  }

  @Test
  void whatIsGivenBackCanBeSoldAgainOnce() {
    var first = cart("cake", 3);
    var draft = ready(first, quote(first).text("/quote_id"));
    in(() -> spend(draft, "cake-" + shop));
    assertThat(quote(cart("cake", 1)).number("/changes/0/to")).isZero();

    in(() -> giveBack("cake-" + shop));
    in(() -> giveBack("cake-" + shop));

    assertThat(quote(cart("cake", 3)).body().at("/changes")).isEmpty();
    assertThat(quote(cart("cake", 4)).number("/changes/0/to")).isEqualTo(3);
  }

  @Test
  void aNewCountIsNotTouchedByWhatOldOrdersGiveBack() {
    var cart = cart("cake", 2);
    in(() -> spend(ready(cart, quote(cart).text("/quote_id")), "count-" + shop));
    catalog.publish(new ItemAvailabilityEvent(shop, "cake", 1, true, 1, now));

    in(() -> giveBack("count-" + shop));

    assertThat(quote(cart("cake", 2)).number("/changes/0/to")).isEqualTo(1);
  }

  @Test
  void anotherMenuStartsAnotherCount() {
    var cart = cart("cake", 3);
    in(() -> spend(ready(cart, quote(cart).text("/quote_id")), "menu-" + shop));

    catalog.publish(menu(shop, 2, item("cake", 500, "food", 7)));

    assertThat(quote(cart("cake", 7)).body().at("/changes")).isEmpty();
  }

  @Test
  void aSubstitutionIsPricedInTheOrdersOwnContext() {
    catalog.publish(menu(shop, 2, item("soup", 1000), item("stew", 1300), item("cake", 500)));
    var cart = cart("soup", 2);
    var draft = ready(cart, quote(cart).text("/quote_id"));
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
    var cart = cart("cake", 3);
    var draft = ready(cart, quote(cart).text("/quote_id"));
    in(() -> spend(draft, "moved-" + shop));
    var lines =
        orderables
            .substitute(
                draft,
                draft.lines(),
                List.of(
                    new Substitution.Replacement(
                        draft.lines().getFirst().lineId(), "cake", 1, List.of())))
            .lines();

    in(() -> restocked("moved-" + shop, lines));

    assertThat(quote(cart("cake", 3)).number("/changes/0/to")).isEqualTo(2);
  }

  private String restocked(String orderId, List<OrderLine> lines) {
    orderables.restock(orderId, shop, lines);
    return "restocked";
  }

  private String giveBack(String orderId) {
    orderables.restock(orderId);
    return "given back";
  }

  private String spend(OrderDraft draft, String orderId) {
    orderables.spend(draft, orderId);
    return "spent";
  }

  private PricingProblem code(OrderableResult result) {
    return ((OrderableResult.Refused) result).code();
  }

  private OrderDraft ready(String cart, String quote) {
    var result = in(() -> orderables.orderable(cart, quote, false, alice));
    assertThat(result).isInstanceOf(OrderableResult.Ready.class);
    return ((OrderableResult.Ready) result).draft();
  }

  private OrderableResult rolledBack(String cart, String quote) {
    return Objects.requireNonNull(
        transaction.execute(
            status -> {
              status.setRollbackOnly();
              return orderables.orderable(cart, quote, false, alice);
            }));
  }

  private <T> T in(Supplier<T> work) {
    return Objects.requireNonNull(transaction.execute(_ -> work.get()));
  }

  private static <T> List<T> atOnce(int times, java.util.function.IntFunction<T> work)
      throws InterruptedException {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<T>> tasks =
          IntStream.range(0, times).<Callable<T>>mapToObj(i -> () -> work.apply(i)).toList();
      return threads.invokeAll(tasks).stream().map(Future::resultNow).toList();
    }
  }

  private String cart(String sku, int quantity) {
    var answer =
        api.customer("alice")
            .post(
                "/cart",
                """
                {"restaurant_id":"%s","items":[{"sku":"%s","quantity":%d}],
                 "delivery":{"location":{"lat":%s,"lon":%s},"address":"Prater 1",
                   "instructions":"sandbox:slow"}}
                """
                    .formatted(shop, sku, quantity, PRATER.lat(), PRATER.lon()));
    assertThat(answer.status()).as(answer.raw().body()).isEqualTo(201);
    return answer.text("/id");
  }

  private Api.Answer quote(String cart) {
    return api.customer("alice").post("/cart/" + cart + "/price", null);
  }

  private static Caller caller(String name) {
    return new Caller(name, Set.of(Role.CUSTOMER), null, Locale.ENGLISH, ZoneOffset.UTC);
  }
}
