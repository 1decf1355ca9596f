package dev.plaza.order.restaurant;

import dev.plaza.contracts.Place;
import dev.plaza.contracts.catalog.MenuEvent;
import dev.plaza.contracts.catalog.RestaurantEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Restaurants and menus to test with, as the catalog would publish them.
public final class RestaurantFixtures {

  public static final Place STEPHANSPLATZ = new Place(48.2085, 16.3731);
  public static final Place PRATER = new Place(48.2163, 16.3988);

  private RestaurantFixtures() {}

  /// Open since yesterday and for a week, delivering within 5 km, 20 minutes to cook.
  public static RestaurantEvent restaurant(String id, Instant now) {
    return restaurant(id, 1, 0, now, List.of(open(now, Duration.ofDays(7))), null);
  }

  public static RestaurantEvent restaurant(
      String id,
      long revision,
      long minimumOrder,
      Instant now,
      List<RestaurantEvent.Interval> intervals,
      @Nullable Instant pausedUntil) {
    return new RestaurantEvent(
        id,
        revision,
        "Zum Test",
        STEPHANSPLATZ,
        "Europe/Vienna",
        "EUR",
        List.of("austrian"),
        2,
        minimumOrder,
        5_000,
        null,
        20,
        pausedUntil,
        null,
        intervals,
        now.plus(Duration.ofDays(8)),
        now);
  }

  public static RestaurantEvent.Interval open(Instant now, Duration length) {
    return new RestaurantEvent.Interval(now.minus(Duration.ofDays(1)), now.plus(length));
  }

  public static RestaurantEvent unknownHours(RestaurantEvent it) {
    return changed(it, it.location(), it.deliveryRadiusM(), it.deliveryArea(), null);
  }

  public static RestaurantEvent in(RestaurantEvent it, Map<String, Object> area) {
    return changed(it, it.location(), null, area, it.openKnownUntil());
  }

  public static RestaurantEvent at(Place place, RestaurantEvent it) {
    return changed(it, place, it.deliveryRadiusM(), it.deliveryArea(), it.openKnownUntil());
  }

  private static RestaurantEvent changed(
      RestaurantEvent it,
      Place location,
      @Nullable Integer radiusM,
      @Nullable Map<String, Object> area,
      @Nullable Instant openKnownUntil) {
    return new RestaurantEvent(
        it.restaurantId(),
        it.revision(),
        it.name(),
        location,
        it.timezone(),
        it.currency(),
        it.cuisines(),
        it.priceLevel(),
        it.minimumOrder(),
        radiusM,
        area,
        it.prepMinutes(),
        it.pausedUntil(),
        it.pos(),
        it.openIntervals(),
        openKnownUntil,
        it.at());
  }

  public static MenuEvent menu(String restaurantId, long version, MenuEvent.Item... items) {
    return menuIn(restaurantId, version, "EUR", items);
  }

  public static MenuEvent menuIn(
      String restaurantId, long version, String currency, MenuEvent.Item... items) {
    var all = new MenuEvent.Category("all", "All", Arrays.asList(items));
    return new MenuEvent(restaurantId, version, currency, List.of(all), Instant.EPOCH);
  }

  public static MenuEvent.Item item(String sku, long price, MenuEvent.ModifierGroup... groups) {
    return item(sku, price, "food", null, groups);
  }

  public static MenuEvent.Item item(
      String sku,
      long price,
      String taxCategory,
      @Nullable Integer stock,
      MenuEvent.ModifierGroup... groups) {
    return new MenuEvent.Item(
        sku, sku + "!", null, price, taxCategory, true, stock, List.of(), List.of(groups));
  }

  public static MenuEvent.Item soldAt(MenuEvent.Item it, String from, String to) {
    return new MenuEvent.Item(
        it.sku(),
        it.name(),
        it.description(),
        it.price(),
        it.taxCategory(),
        it.available(),
        it.stock(),
        List.of(new MenuEvent.DayPart("part", from, to)),
        it.modifierGroups());
  }

  public static MenuEvent.ModifierGroup group(
      String id, int min, int max, MenuEvent.Option... options) {
    return group(id, min, max, 1, options);
  }

  public static MenuEvent.ModifierGroup group(
      String id, int min, int max, int maxPerOption, MenuEvent.Option... options) {
    return new MenuEvent.ModifierGroup(id, id + "?", min, max, maxPerOption, List.of(options));
  }

  public static MenuEvent.Option option(String id, long price, MenuEvent.ModifierGroup... groups) {
    return new MenuEvent.Option(id, id + "!", price, true, List.of(groups));
  }

  public static MenuEvent.Option soldOut(String id, long price) {
    return new MenuEvent.Option(id, id + "!", price, false, List.of());
  }

  public static Menu parsed(MenuEvent event) {
    return Menu.of(event);
  }

  public static Menu.Item parsed(MenuEvent.Item item) {
    return Menu.of(menu("r", 1, item)).items().get(item.sku());
  }

  public static Shop shop(RestaurantEvent restaurant, MenuEvent menu) {
    return Shop.fresh(Restaurant.of(restaurant), Menu.of(menu));
  }

  /// A shop in which the catalog last counted `stock` of one item and orders took `taken` since.
  public static Shop counted(
      RestaurantEvent restaurant, MenuEvent menu, String sku, int stock, int taken) {
    return new Shop(
        Restaurant.of(restaurant),
        Menu.of(menu),
        Map.of(sku, new ItemState(1, 0, true, stock, taken)));
  }
}
