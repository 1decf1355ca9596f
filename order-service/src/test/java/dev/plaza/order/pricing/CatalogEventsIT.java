package dev.plaza.order.pricing;

import static dev.plaza.order.restaurant.RestaurantFixtures.PRATER;
import static dev.plaza.order.restaurant.RestaurantFixtures.group;
import static dev.plaza.order.restaurant.RestaurantFixtures.item;
import static dev.plaza.order.restaurant.RestaurantFixtures.menu;
import static dev.plaza.order.restaurant.RestaurantFixtures.open;
import static dev.plaza.order.restaurant.RestaurantFixtures.option;
import static dev.plaza.order.restaurant.RestaurantFixtures.restaurant;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.contracts.Topics;
import dev.plaza.contracts.catalog.ItemAvailabilityEvent;
import dev.plaza.contracts.catalog.RestaurantEvent;
import dev.plaza.contracts.dispatch.SurgeEvent;
import dev.plaza.order.Api;
import dev.plaza.order.Catalog;
import dev.plaza.order.MovableClock;
import dev.plaza.order.OnServers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Events that come late, twice or broken.
@OnServers
class CatalogEventsIT {
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

  @Test
  void whatIsOldNeverReplacesWhatIsNew() {
    var cart = cart("[{\"sku\":\"soup\",\"quantity\":1}]", 0);
    catalog.publish(menu(shop, 3, item("soup", 300)));
    catalog.publish(new ItemAvailabilityEvent(shop, "soup", 7, true, 9, now));
    catalog.publish(restaurant(shop, 5, 0, now, List.of(open(now, Duration.ofDays(1))), null));

    catalog.send(
        Topics.CATALOG_RESTAURANT,
        shop,
        RestaurantEvent.UPDATED,
        restaurant(shop, 4, 99_999, now, List.of(), null));
    catalog.publish(menu(shop, 2, item("soup", 999)));
    catalog.send(
        Topics.CATALOG_MENU,
        shop + "/soup",
        ItemAvailabilityEvent.CHANGED,
        new ItemAvailabilityEvent(shop, "soup", 6, false, 0, now));
    // Behind the stale ones in the same partitions: when it is there, they have been seen.
    catalog.publish(new ItemAvailabilityEvent(shop, "soup", 8, true, 8, now));
    catalog.publish(restaurant(shop, 6, 0, now, List.of(open(now, Duration.ofDays(1))), null));

    var quote = price(cart);
    assertThat(quote.number("/menu_version")).isEqualTo(3);
    assertThat(quote.number("/subtotal")).isEqualTo(300);
    assertThat(quote.body().at("/refused")).isEmpty();
  }

  @Test
  void poisonDoesNotBlockWhatFollows() {
    catalog.send(Topics.CATALOG_MENU, shop, "catalog.menu.published", bytes("{\"menu_version\":"));
    catalog.send(Topics.CATALOG_MENU, shop, "catalog.menu.of_the_future", bytes("{}"));
    catalog.send(
        Topics.CATALOG_RESTAURANT, shop, RestaurantEvent.UPDATED, bytes("{\"timezone\":\"Moon\"}"));
    catalog.send(Topics.CATALOG_RESTAURANT, shop, RestaurantEvent.UPDATED, bytes("{}"));
    catalog.publish(menu(shop, 9, item("soup", 123)));
    catalog.publish(restaurant(shop, 9, 0, now, List.of(open(now, Duration.ofDays(1))), null));

    assertThat(price(cart("[{\"sku\":\"soup\",\"quantity\":1}]", 0)).number("/subtotal"))
        .isEqualTo(123);
  }

  @Test
  void aLateWordOnSurgeChangesNothing() {
    String cell = "87" + UUID.randomUUID().toString().substring(0, 13);
    Instant at = clock.instant();
    catalog.publish(new SurgeEvent(cell, 1, 120, at.plus(Duration.ofMinutes(10)), at));
    catalog.publish(
        new SurgeEvent(cell, 5, 200, at.plus(Duration.ofMinutes(10)), at.plusSeconds(1)));
    catalog.send(
        Topics.DISPATCH_SURGE,
        cell,
        SurgeEvent.CHANGED,
        new SurgeEvent(cell, 0, 100, at.plus(Duration.ofMinutes(10)), at.minusSeconds(60)));
    catalog.publish(
        new SurgeEvent(cell, 4, 190, at.plus(Duration.ofMinutes(10)), at.plusSeconds(2)));

    assertThat(
            jdbc.sql("SELECT level FROM surge WHERE cell = ?")
                .param(cell)
                .query(Integer.class)
                .single())
        .isEqualTo(4);
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

  private Api.Answer post(String body) {
    return alice.post("/cart", body.replace("%s", shop));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
