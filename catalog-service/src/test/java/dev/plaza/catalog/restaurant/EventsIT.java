package dev.plaza.catalog.restaurant;

import static dev.plaza.catalog.Catalog.menu;
import static dev.plaza.catalog.Catalog.restaurant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.plaza.catalog.Catalog;
import dev.plaza.catalog.CatalogEvents;
import dev.plaza.catalog.CatalogTest;
import dev.plaza.contracts.Topics;
import dev.plaza.contracts.catalog.ItemAvailabilityEvent;
import dev.plaza.contracts.catalog.MenuEvent;
import dev.plaza.contracts.catalog.RestaurantEvent;
import dev.plaza.infra.TestInfra;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@CatalogTest
class EventsIT {

  private static final Duration SOON = Duration.ofSeconds(2);

  @LocalServerPort int port;
  @Autowired JdbcClient jdbc;
  @Autowired Restaurants restaurants;
  @Autowired JsonMapper json;

  private static CatalogEvents events(String topic) {
    return new CatalogEvents(TestInfra.urls().kafka(), topic);
  }

  @Test
  void tellsHoursForMoreThanAWeek() {
    try (var events = events(Topics.CATALOG_RESTAURANT)) {
      Catalog.staff(port, "ev-1")
          .put("/restaurants/ev-1", restaurant("Told", 45.4, 12.3, "Mo-Su 18:00-02:00"));

      var told = only(events, "ev-1");

      assertThat(told.type()).isEqualTo(RestaurantEvent.UPDATED);
      var event = json.treeToValue(told.value(), RestaurantEvent.class);
      assertThat(event.revision()).isEqualTo(1);
      assertThat(event.minimumOrder()).isEqualTo(1000);
      assertThat(event.openKnownUntil()).isAfter(Instant.now().plus(Duration.ofDays(8)));
      assertThat(event.openIntervals()).hasSizeGreaterThan(8);
      assertThat(
              Duration.between(
                  event.openIntervals().get(1).from(), event.openIntervals().get(1).to()))
          .isEqualTo(Duration.ofHours(8));
      for (int i = 1; i < event.openIntervals().size(); i++) {
        assertThat(event.openIntervals().get(i).from())
            .isAfter(event.openIntervals().get(i - 1).to());
      }
    }
  }

  @Test
  void unknownHoursAreToldAsUnknown() {
    try (var events = events(Topics.CATALOG_RESTAURANT)) {
      Catalog.staff(port, "ev-2")
          .put("/restaurants/ev-2", restaurant("Unknown", 45.4, 12.3, "on a whim"));

      var event = json.treeToValue(only(events, "ev-2").value(), RestaurantEvent.class);

      assertThat(event.openKnownUntil()).isNull();
      assertThat(event.openIntervals()).isEmpty();
    }
  }

  private static CatalogEvents.Event only(CatalogEvents events, String key) {
    return await()
        .atMost(SOON)
        .until(() -> events.all(it -> it.key().equals(key)), it -> it.size() == 1)
        .getFirst();
  }

  @Test
  void eventsLookLikeTheGoldenSamples() throws Exception {
    try (var restaurantEvents = events(Topics.CATALOG_RESTAURANT);
        var menuEvents = events(Topics.CATALOG_MENU)) {
      var staff = Catalog.staff(port, "ev-3");
      staff.put("/restaurants/ev-3", restaurant("Golden", 45.4, 12.3, "24/7"));
      staff.put("/restaurants/ev-3/menu", menu("a", 100), "If-Match", "0");
      staff.patch("/restaurants/ev-3/items/a", "{\"available\":false}");

      assertSameShape(RestaurantEvent.UPDATED, only(restaurantEvents, "ev-3").value());
      assertSameShape(MenuEvent.PUBLISHED, only(menuEvents, "ev-3").value());
      assertSameShape(ItemAvailabilityEvent.CHANGED, only(menuEvents, "ev-3/a").value());
    }
  }

  /// The same members on both sides, and the sample is readable as the record that is sent.
  private void assertSameShape(String type, JsonNode told) throws Exception {
    try (var in = new ClassPathResource("samples/" + type + ".json").getInputStream()) {
      assertThat(told.propertyNames()).isEqualTo(json.readTree(in).propertyNames());
    }
  }

  @Test
  void menuIsToldWithin2Seconds() {
    try (var events = events(Topics.CATALOG_MENU)) {
      var staff = Catalog.staff(port, "ev-4");
      staff.put("/restaurants/ev-4", restaurant("Menu", 45.4, 12.3, "24/7"));
      staff.put("/restaurants/ev-4/menu", menu("pad-thai", 1150), "If-Match", "0");

      var event = json.treeToValue(only(events, "ev-4").value(), MenuEvent.class);

      assertThat(event.menuVersion()).isEqualTo(1);
      var item = event.categories().getFirst().items().getFirst();
      assertThat(item.price()).isEqualTo(1150);
      assertThat(item.modifierGroups().getFirst().options().getFirst().modifierGroups()).hasSize(1);
    }
  }

  @Test
  void availabilityIsToldOncePerChangeInOrder() {
    try (var events = events(Topics.CATALOG_MENU)) {
      var staff = Catalog.staff(port, "ev-5");
      staff.put("/restaurants/ev-5", restaurant("Stock", 45.4, 12.3, "24/7"));
      staff.put("/restaurants/ev-5/menu", menu("a", 100), "If-Match", "0");
      for (int i = 1; i <= 10; i++) {
        staff.patch("/restaurants/ev-5/items/a", "{\"stock\":%d}".formatted(i));
        staff.patch("/restaurants/ev-5/items/a", "{\"stock\":%d}".formatted(i));
      }

      var told =
          await()
              .atMost(SOON)
              .until(() -> events.all(it -> it.key().equals("ev-5/a")), it -> it.size() == 10);

      for (int i = 0; i < 10; i++) {
        assertThat(told.get(i).value().at("/revision").asLong()).isEqualTo(i + 1);
        assertThat(told.get(i).value().at("/stock").asInt()).isEqualTo(i + 1);
      }
    }
  }

  @Test
  void hoursThatRunOutAreToldAnewOnceByManyInstances() throws Exception {
    var ops = Catalog.ops(port);
    for (int i = 0; i < 30; i++) {
      ops.put("/restaurants/due-" + i, restaurant("Due", 44.4, 12.3, "24/7"));
    }
    jdbc.sql("UPDATE restaurant SET hours_until = now() + interval '2 days' WHERE id LIKE 'due-%'")
        .update();
    var before = Instant.now().plus(Duration.ofDays(5));

    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var instances =
          java.util.Collections.nCopies(
              4, (Callable<Integer>) () -> restaurants.refreshHours(before, 7));
      int refreshed = 0;
      for (int round = 0; round < 3; round++) {
        for (var done : threads.invokeAll(instances)) {
          refreshed += done.get();
        }
      }
      assertThat(refreshed).isEqualTo(30);
    }

    for (int i = 0; i < 30; i++) {
      var restaurant = restaurants.get("due-" + i);
      assertThat(restaurant.revision()).isEqualTo(2);
      assertThat(restaurant.hoursUntil()).isAfter(Instant.now().plus(Duration.ofDays(15)));
    }
    try (var events = events(Topics.CATALOG_RESTAURANT)) {
      await()
          .atMost(Duration.ofSeconds(5))
          .until(
              () ->
                  events
                          .all(
                              it ->
                                  it.key().startsWith("due-")
                                      && it.value().at("/revision").asLong() == 2)
                          .size()
                      == 30);
    }
    assertThat(restaurants.refreshHours(before, 7)).isZero();
  }
}
