package dev.plaza.order.pricing;

import static dev.plaza.order.restaurant.RestaurantFixtures.PRATER;
import static dev.plaza.order.restaurant.RestaurantFixtures.STEPHANSPLATZ;
import static dev.plaza.order.restaurant.RestaurantFixtures.group;
import static dev.plaza.order.restaurant.RestaurantFixtures.in;
import static dev.plaza.order.restaurant.RestaurantFixtures.item;
import static dev.plaza.order.restaurant.RestaurantFixtures.menu;
import static dev.plaza.order.restaurant.RestaurantFixtures.menuIn;
import static dev.plaza.order.restaurant.RestaurantFixtures.open;
import static dev.plaza.order.restaurant.RestaurantFixtures.option;
import static dev.plaza.order.restaurant.RestaurantFixtures.restaurant;
import static dev.plaza.order.restaurant.RestaurantFixtures.unknownHours;
import static org.assertj.core.api.Assertions.assertThat;

import com.uber.h3core.H3Core;
import dev.plaza.contracts.catalog.ItemAvailabilityEvent;
import dev.plaza.contracts.catalog.RestaurantEvent;
import dev.plaza.contracts.dispatch.SurgeEvent;
import dev.plaza.order.Api;
import dev.plaza.order.Catalog;
import dev.plaza.order.MovableClock;
import dev.plaza.order.OnServers;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

@OnServers
class PricingIT {
  @Autowired private Api api;
  @Autowired private Catalog catalog;
  @Autowired private MovableClock clock;
  @Autowired private JdbcClient jdbc;

  private final String shop = "price-" + UUID.randomUUID();
  private Api.Client alice;
  private Instant now;

  @BeforeEach
  void aRestaurantWithAMenu() {
    alice = api.customer("alice");
    now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    catalog.publish(restaurant(shop, now));
    catalog.publish(
        menu(
            shop,
            1,
            item("soup", 450),
            item("beer", 480, "alcohol", null),
            item("pizza", 900, group("size", 1, 1, option("small", 0), option("large", 300)))));
  }

  @AfterEach
  void resetTheClock() {
    clock.reset();
  }

  @Test
  void itemisesAPriceThatSumsExactly() {
    var quote =
        price(
            cart(
                """
                [{"sku":"pizza","quantity":2,"modifiers":[{"option_id":"large"}]},
                 {"sku":"beer","quantity":1}]
                """,
                300));

    assertThat(quote.text("/currency")).isEqualTo("EUR");
    assertThat(quote.number("/menu_version")).isEqualTo(1);
    assertThat(quote.number("/cart_version")).isEqualTo(1);
    assertThat(Instant.parse(quote.text("/expires_at")))
        .isBetween(now.plusSeconds(290), now.plusSeconds(330));
    assertThat(quote.number("/lines/0/unit_price")).isEqualTo(900);
    assertThat(quote.number("/lines/0/modifiers_price")).isEqualTo(300);
    assertThat(quote.number("/lines/0/total")).isEqualTo(2400);
    assertThat(quote.number("/lines/0/tax")).isEqualTo(218);
    assertThat(quote.number("/lines/1/tax")).isEqualTo(80);
    assertThat(quote.body().at("/taxes").toString())
        .isEqualTo(
            "[{\"rate\":10,\"base\":2182,\"amount\":218},{\"rate\":20,\"base\":400,\"amount\":80}]");
    assertThat(quote.number("/subtotal")).isEqualTo(2880);
    assertThat(quote.number("/service_fee")).isEqualTo(144);
    assertThat(quote.number("/tip")).isEqualTo(300);
    assertThat(quote.body().at("/changes")).isEmpty();
    assertThat(quote.body().at("/refused")).isEmpty();
    assertThat(parts(quote.body())).isEqualTo(quote.number("/total"));
  }

  @Test
  void aQuoteChangesNothing() {
    var cart = cart("[{\"sku\":\"soup\",\"quantity\":3}]", 0);
    String path = "/cart/" + cart.text("/id");

    var first = price(cart);
    var second = price(cart);

    assertThat(alice.get(path).body()).isEqualTo(cart.body());
    assertThat(second.number("/total")).isEqualTo(first.number("/total"));
    assertThat(second.text("/quote_id")).isNotEqualTo(first.text("/quote_id"));
  }

  @Test
  void aNewMenuShowsAsChanges() {
    var cart =
        cart(
            """
            [{"sku":"soup","quantity":1},{"sku":"beer","quantity":2},
             {"sku":"pizza","quantity":1,"modifiers":[{"option_id":"large"}]}]
            """,
            0);
    catalog.publish(
        menu(
            shop,
            2,
            item("soup", 700),
            item("pizza", 900, group("size", 1, 1, option("small", 0)))));

    var quote = price(cart);

    assertThat(quote.number("/menu_version")).isEqualTo(2);
    assertThat(quote.body().at("/lines")).hasSize(1);
    assertThat(quote.number("/subtotal")).isEqualTo(700);
    assertThat(kinds(quote)).containsExactly("price_changed", "removed", "modifier_unavailable");
    assertThat(quote.number("/changes/0/from")).isEqualTo(450);
    assertThat(quote.number("/changes/0/to")).isEqualTo(700);
    assertThat(quote.text("/changes/0/line_id")).isEqualTo(cart.text("/items/0/line_id"));
    assertThat(parts(quote.body())).isEqualTo(quote.number("/total"));
    assertThat(alice.get("/cart/" + cart.text("/id")).number("/items/0/unit_price")).isEqualTo(700);
  }

  @Test
  void soldOutAndCountedItemsShowAsChanges() {
    var cart = cart("[{\"sku\":\"soup\",\"quantity\":5},{\"sku\":\"beer\",\"quantity\":5}]", 0);
    catalog.publish(new ItemAvailabilityEvent(shop, "soup", 1, false, null, now));
    catalog.publish(new ItemAvailabilityEvent(shop, "beer", 1, true, 2, now));

    var quote = price(cart);

    assertThat(kinds(quote)).containsExactly("unavailable", "unavailable");
    assertThat(quote.number("/changes/0/to")).isZero();
    assertThat(quote.number("/changes/1/from")).isEqualTo(5);
    assertThat(quote.number("/changes/1/to")).isEqualTo(2);
    assertThat(quote.number("/subtotal")).isEqualTo(2 * 480);

    catalog.publish(new ItemAvailabilityEvent(shop, "soup", 2, true, null, now));
    catalog.publish(new ItemAvailabilityEvent(shop, "beer", 2, true, null, now));
    assertThat(price(cart).body().at("/changes")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"900, false", "901, true"})
  void theMinimumIsReachedExactly(long minimum, boolean below) {
    catalog.publish(
        restaurant(shop, 2, minimum, now, List.of(open(now, Duration.ofDays(1))), null));

    var quote = price(cart("[{\"sku\":\"soup\",\"quantity\":2}]", 0));

    assertThat(refusals(quote)).isEqualTo(below ? List.of("below_minimum") : List.of());
    if (below) {
      assertThat(quote.number("/refused/0/minimum_order")).isEqualTo(minimum);
    }
  }

  @Test
  void theMinimumIsThatOfTheCartsOwnRestaurant() {
    String other = "price-" + UUID.randomUUID();
    catalog.publish(restaurant(shop, 2, 2_000, now, List.of(open(now, Duration.ofDays(1))), null));
    catalog.publish(restaurant(other, 1, 100, now, List.of(open(now, Duration.ofDays(1))), null));
    catalog.publish(menu(other, 1, item("soup", 450)));

    assertThat(refusals(price(cart("[{\"sku\":\"soup\",\"quantity\":1}]", 0))))
        .containsExactly("below_minimum");
    assertThat(refusals(price(cart(other, "[{\"sku\":\"soup\",\"quantity\":1}]")))).isEmpty();
  }

  @Test
  void aClosedPausedOrUnknownRestaurantSaysWhenItOpens() {
    var cart = cart("[{\"sku\":\"soup\",\"quantity\":3}]", 0);
    Instant tomorrow = now.plus(Duration.ofDays(1));
    var opensTomorrow = new RestaurantEvent.Interval(tomorrow, tomorrow.plus(Duration.ofHours(5)));

    catalog.publish(restaurant(shop, 2, 0, now, List.of(opensTomorrow), null));
    assertThat(refusals(price(cart))).containsExactly("restaurant_closed");
    assertThat(price(cart).text("/refused/0/next_open_at")).isEqualTo(tomorrow.toString());
    assertThat(alice.get("/cart/" + cart.text("/id")).text("/restaurant/status"))
        .isEqualTo("closed");

    Instant soon = now.plus(Duration.ofMinutes(30));
    catalog.publish(restaurant(shop, 3, 0, now, List.of(open(now, Duration.ofDays(1))), soon));
    assertThat(price(cart).text("/refused/0/next_open_at")).isEqualTo(soon.toString());
    assertThat(alice.get("/cart/" + cart.text("/id")).text("/restaurant/reason"))
        .isEqualTo("paused");

    clock.forward(Duration.ofMinutes(31));
    assertThat(refusals(price(cart))).isEmpty();

    catalog.publish(unknownHours(restaurant(shop, 4, 0, now, List.of(), null)));
    assertThat(refusals(price(cart))).containsExactly("restaurant_closed");
    assertThat(alice.get("/cart/" + cart.text("/id")).text("/restaurant/status"))
        .isEqualTo("unknown");
  }

  @Test
  void anAddressOutsideTheAreaIsOutOfZone() {
    var far =
        alice.post(
            "/cart",
            """
            {"restaurant_id":"%s","items":[{"sku":"soup","quantity":3}],
             "delivery":{"location":{"lat":-33.86,"lon":151.21}}}
            """
                .formatted(shop));
    assertThat(refusals(price(far))).containsExactly("out_of_zone");
    assertThat(price(far).body().at("/delivery_fee").isNull()).isTrue();

    var near = cart("[{\"sku\":\"soup\",\"quantity\":3}]", 0);
    var elsewhere = List.of(List.of(0, 0), List.of(1, 0), List.of(1, 1), List.of(0, 0));
    catalog.publish(
        in(
            restaurant(shop, 2, 0, now, List.of(open(now, Duration.ofDays(1))), null),
            Map.of("type", "Polygon", "coordinates", List.of(elsewhere))));
    assertThat(refusals(price(near))).containsExactly("out_of_zone");
  }

  @Test
  void whatNobodyKnowsIsNullAndNotZero() {
    var quote =
        price(post("{\"restaurant_id\":\"%s\",\"items\":[{\"sku\":\"soup\",\"quantity\":3}]}"));

    assertThat(quote.body().at("/delivery_fee").isNull()).isTrue();
    assertThat(refusals(quote)).containsExactly("delivery_missing");
    assertThat(refusals(price(post("{\"restaurant_id\":\"%s\"}"))))
        .containsExactly("delivery_missing", "cart_empty");
  }

  @Test
  void aCouponThatNobodyCanCheckIsSaidSo() {
    var cart =
        post(
            """
            {"restaurant_id":"%s","items":[{"sku":"soup","quantity":3}],"coupon":"TEN",
             "delivery":{"location":{"lat":48.2163,"lon":16.3988}}}
            """);

    var quote = price(cart);

    assertThat(refusals(quote)).containsExactly("coupon_unavailable");
    assertThat(quote.body().at("/discounts")).isEmpty();
    assertThat(quote.number("/subtotal")).isEqualTo(1350);
  }

  @Test
  void surgeComesAndEndsByItself() throws Exception {
    String cell =
        H3Core.newInstance().latLngToCellAddress(STEPHANSPLATZ.lat(), STEPHANSPLATZ.lon(), 7);
    var cart = cart("[{\"sku\":\"soup\",\"quantity\":3}]", 0);
    long calm = price(cart).number("/total");
    Instant at = clock.instant();

    catalog.publish(new SurgeEvent(cell, 2, 150, at.plus(Duration.ofMinutes(10)), at));

    var surged = price(cart);
    long fee = Rounding.halfUp(surged.number("/delivery_fee"), 50, 100);
    assertThat(surged.number("/surge/level")).isEqualTo(2);
    assertThat(surged.number("/surge/fee")).isEqualTo(fee).isPositive();
    assertThat(surged.number("/total")).isEqualTo(calm + fee);

    clock.forward(Duration.ofMinutes(11));
    assertThat(price(cart).number("/surge/level")).isZero();
    assertThat(price(cart).number("/total")).isEqualTo(calm);
  }

  @ParameterizedTest
  @CsvSource({"JPY, 1200", "KWD, 4500"})
  void everyExponentSumsExactly(String currency, long price) {
    catalog.publish(menuIn(shop, 5, currency, item("dish", price)));

    var quote = price(cart("[{\"sku\":\"dish\",\"quantity\":3}]", 7));

    assertThat(quote.text("/currency")).isEqualTo(currency);
    assertThat(quote.number("/subtotal")).isEqualTo(3 * price);
    assertThat(parts(quote.body())).isEqualTo(quote.number("/total"));
  }

  @Test
  void anAbsurdAmountIsRefused() {
    catalog.publish(menu(shop, 4, item("soup", Long.MAX_VALUE / 3), item("yacht", 99_999_999)));

    var wrapped = post("{\"restaurant_id\":\"%s\",\"items\":[{\"sku\":\"soup\",\"quantity\":9}]}");
    var dear = cart("[{\"sku\":\"yacht\",\"quantity\":1}]", 0);

    assertThat(wrapped.status()).isEqualTo(422);
    assertThat(wrapped.text("/code")).isEqualTo("amount_too_large");
    assertThat(refusals(price(dear))).containsExactly("amount_too_large");
  }

  private static long parts(JsonNode quote) {
    long sum = quote.at("/subtotal").asLong();
    for (JsonNode it : quote.at("/discounts")) {
      sum -= it.at("/amount").asLong();
    }
    for (String part :
        List.of(
            "/delivery_fee",
            "/service_fee",
            "/small_order_fee",
            "/surge/fee",
            "/tip",
            "/rounding")) {
      sum += quote.at(part).asLong(0);
    }
    return sum;
  }

  private static List<String> kinds(Api.Answer quote) {
    return quote.body().at("/changes").valueStream().map(it -> it.at("/kind").asString()).toList();
  }

  private static List<String> refusals(Api.Answer quote) {
    return quote.body().at("/refused").valueStream().map(it -> it.at("/code").asString()).toList();
  }

  private Api.Answer price(Api.Answer cart) {
    var quote = alice.post("/cart/" + cart.text("/id") + "/price", null);
    assertThat(quote.status()).as(quote.raw().body()).isEqualTo(200);
    return quote;
  }

  private Api.Answer cart(String items, long tip) {
    return post(
        """
        {"restaurant_id":"%%s","items":%s,"tip":%d,
         "delivery":{"location":{"lat":%s,"lon":%s},"address":"Prater 1"}}
        """
            .formatted(items, tip, PRATER.lat(), PRATER.lon()));
  }

  private Api.Answer cart(String restaurant, String items) {
    return alice.post(
        "/cart",
        """
        {"restaurant_id":"%s","items":%s,"delivery":{"location":{"lat":%s,"lon":%s}}}
        """
            .formatted(restaurant, items, PRATER.lat(), PRATER.lon()));
  }

  private Api.Answer post(String body) {
    return alice.post("/cart", body.replace("%s", shop));
  }
}
