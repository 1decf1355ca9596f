package dev.plaza.order.pricing;

import static dev.plaza.order.restaurant.RestaurantFixtures.counted;
import static dev.plaza.order.restaurant.RestaurantFixtures.group;
import static dev.plaza.order.restaurant.RestaurantFixtures.item;
import static dev.plaza.order.restaurant.RestaurantFixtures.menu;
import static dev.plaza.order.restaurant.RestaurantFixtures.option;
import static dev.plaza.order.restaurant.RestaurantFixtures.restaurant;
import static dev.plaza.order.restaurant.RestaurantFixtures.shop;
import static dev.plaza.order.restaurant.RestaurantFixtures.soldAt;
import static dev.plaza.order.restaurant.RestaurantFixtures.soldOut;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.contracts.catalog.MenuEvent;
import dev.plaza.order.cart.CartLine;
import dev.plaza.order.cart.Choice;
import dev.plaza.order.restaurant.Shop;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class BasketTests {

  private static final Instant NOON = Instant.parse("2026-11-30T11:00:00Z"); // 12:00 in Vienna

  @Test
  void takesTheNewestPriceAndSaysSo() {
    var basket = basket(of(item("soup", 700)), line("l1", "soup", 2, 500));

    assertThat(basket.lines()).extracting(OrderLine::piece).containsExactly(700L);
    assertThat(basket.changes())
        .containsExactly(change("l1", "soup", Change.Kind.PRICE_CHANGED, 500, 700));
  }

  @Test
  void saysNothingWhenNothingChanged() {
    assertThat(basket(of(item("soup", 500)), line("l1", "soup", 2, 500)).changes()).isEmpty();
  }

  @Test
  void leavesOutWhatIsGone() {
    var basket = basket(of(item("soup", 500)), line("l1", "pizza", 2, 900));

    assertThat(basket.lines()).isEmpty();
    assertThat(basket.changes()).containsExactly(change("l1", "pizza", Change.Kind.REMOVED, 2, 0));
  }

  @Test
  void leavesOutWhatIsSoldOut() {
    var basket = basket(of(item("soup", 500, "food", 0)), line("l1", "soup", 2, 500));

    assertThat(basket.changes())
        .containsExactly(change("l1", "soup", Change.Kind.UNAVAILABLE, 2, 0));
  }

  @Test
  void linesOfOneItemShareItsStock() {
    var shop = counted(restaurant("r", NOON), menu("r", 1, item("soup", 500)), "soup", 10, 5);

    var basket =
        basket(
            shop,
            line("l1", "soup", 3, 500),
            line("l2", "soup", 4, 500),
            line("l3", "soup", 1, 500));

    assertThat(basket.lines()).extracting(OrderLine::quantity).containsExactly(3, 2);
    assertThat(basket.changes())
        .containsExactly(
            change("l2", "soup", Change.Kind.UNAVAILABLE, 4, 2),
            change("l3", "soup", Change.Kind.UNAVAILABLE, 1, 0));
  }

  @Test
  void theTimeOfDayIsTheRestaurants() {
    var lunch =
        basket(of(soldAt(item("lunch", 500), "11:30", "14:00")), line("l", "lunch", 1, 500));
    var dinner =
        basket(of(soldAt(item("lunch", 500), "18:00", "22:00")), line("l", "lunch", 1, 500));

    assertThat(lunch.lines()).hasSize(1);
    assertThat(dinner.changes())
        .containsExactly(change("l", "lunch", Change.Kind.UNAVAILABLE, 1, 0));
  }

  @Test
  void anOptionThatIsGoneOrSoldOutTakesItsLineWithIt() {
    var shop = of(item("tea", 300, group("milk", 0, 1, soldOut("oat", 50), option("cow", 20))));

    var basket =
        basket(
            shop,
            line("l1", "tea", 1, 350, "oat"),
            line("l2", "tea", 1, 350, "soy"),
            line("l3", "tea", 1, 320, "cow"));

    assertThat(basket.lines()).extracting(OrderLine::lineId).containsExactly("l3");
    assertThat(basket.changes())
        .extracting(Change::kind)
        .containsOnly(Change.Kind.MODIFIER_UNAVAILABLE)
        .hasSize(2);
  }

  @Test
  void aGroupThatBecameRequiredIsNotFilledIn() {
    var shop = of(item("tea", 300, group("size", 1, 1, option("big", 0))));

    assertThat(basket(shop, line("l1", "tea", 1, 300)).changes())
        .containsExactly(change("l1", "tea", Change.Kind.MODIFIER_UNAVAILABLE, 1, 0));
  }

  private static Shop of(MenuEvent.Item... items) {
    return shop(restaurant("r", NOON), menu("r", 1, items));
  }

  private static Basket basket(Shop shop, CartLine... lines) {
    return Basket.of(shop, List.of(lines), PricingFixtures.INCLUDED, NOON);
  }

  private static CartLine line(
      String id, String sku, int quantity, long seenPrice, String... options) {
    return new CartLine(
        id,
        sku,
        sku,
        quantity,
        Arrays.stream(options).map(it -> new Choice(null, it, null, null)).toList(),
        null,
        seenPrice);
  }

  private static Change change(String line, String sku, Change.Kind kind, long from, long to) {
    return new Change(line, sku, kind, from, to);
  }
}
