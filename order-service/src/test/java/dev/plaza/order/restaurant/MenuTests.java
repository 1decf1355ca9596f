package dev.plaza.order.restaurant;

import static dev.plaza.order.restaurant.RestaurantFixtures.counted;
import static dev.plaza.order.restaurant.RestaurantFixtures.item;
import static dev.plaza.order.restaurant.RestaurantFixtures.menu;
import static dev.plaza.order.restaurant.RestaurantFixtures.parsed;
import static dev.plaza.order.restaurant.RestaurantFixtures.restaurant;
import static dev.plaza.order.restaurant.RestaurantFixtures.shop;
import static dev.plaza.order.restaurant.RestaurantFixtures.soldAt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import java.time.LocalTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MenuTests {

  private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

  @ParameterizedTest
  @CsvSource({
    "06:00, 11:00, 06:00, true",
    "06:00, 11:00, 10:59, true",
    "06:00, 11:00, 11:00, false",
    "22:00, 02:00, 23:00, true",
    "22:00, 02:00, 01:59, true",
    "22:00, 02:00, 02:00, false",
    "22:00, 02:00, 12:00, false",
    "18:00, 24:00, 23:59, true",
    "18:00, 24:00, 00:00, false",
    "00:00, 00:00, 15:00, true"
  })
  void aDayPartMayRunOverMidnight(String from, String to, LocalTime time, boolean sold) {
    assertThat(parsed(soldAt(item("x", 100), from, to)).isSoldAt(time)).isEqualTo(sold);
  }

  @Test
  void theClockIsTheRestaurants() {
    var shop = shop(restaurant("r", NOW), menu("r", 1, item("x", 100)));

    assertThat(shop.localTime(NOW)).isEqualTo(LocalTime.of(13, 0));
  }

  @Test
  void refusesTwoItemsWithOneSkuAndNegativePrices() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> parsed(menu("r", 1, item("x", 100), item("x", 200))));
    assertThatIllegalArgumentException().isThrownBy(() -> parsed(menu("r", 1, item("x", -1))));
  }

  @Test
  void countsWhatIsLeft() {
    var menu = menu("r", 1, item("x", 100, "food", 3), item("y", 100));
    var fresh = shop(restaurant("r", NOW), menu);
    var counted = counted(restaurant("r", NOW), menu, "x", 10, 4);

    assertThat(fresh.left(fresh.menu().items().get("x"))).isEqualTo(3);
    assertThat(fresh.left(fresh.menu().items().get("y"))).isEqualTo(Integer.MAX_VALUE);
    assertThat(counted.left(counted.menu().items().get("x"))).isEqualTo(6);
  }

  @Test
  void aCountMadeFromAMenuEndsWithIt() {
    var state = new ItemState(0, 1, true, 3, 3);

    assertThat(state.isVoidFor(parsed(menu("r", 1, item("x", 100))))).isFalse();
    assertThat(state.isVoidFor(parsed(menu("r", 2, item("x", 100))))).isTrue();
  }
}
