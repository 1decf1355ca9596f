package dev.plaza.catalog.menu;

import static dev.plaza.catalog.Catalog.menu;
import static dev.plaza.catalog.Catalog.restaurant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.plaza.catalog.Catalog;
import dev.plaza.catalog.CatalogTest;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.web.server.LocalServerPort;

@CatalogTest
class MenuIT {

  @LocalServerPort int port;

  private Catalog opened(String id) {
    var staff = Catalog.staff(port, id);
    staff.put("/restaurants/" + id, restaurant(id, 46.62, 14.31, "24/7"));
    return staff;
  }

  @Test
  void publishesVersionsThatStayReadable() {
    var staff = opened("menu-1");
    var alice = Catalog.customer(port);
    assertThat(alice.get("/restaurants/menu-1/menu").status()).isEqualTo(404);

    var first = staff.put("/restaurants/menu-1/menu", menu("pad-thai", 1150), "If-Match", "0");
    var second = staff.put("/restaurants/menu-1/menu", menu("pad-thai", 1290), "If-Match", "\"1\"");

    assertThat(first.status()).isEqualTo(201);
    assertThat(second.status()).isEqualTo(200);
    assertThat(second.body().at("/menu_version").asLong()).isEqualTo(2);
    var price = "/categories/0/items/0/price";
    assertThat(alice.get("/restaurants/menu-1/menu").body().at(price).asLong()).isEqualTo(1290);
    assertThat(alice.get("/restaurants/menu-1/menu?version=1").body().at(price).asLong())
        .isEqualTo(1150);
    assertThat(alice.get("/restaurants/menu-1/menu?version=3").status()).isEqualTo(404);
    assertThat(alice.get("/restaurants/menu-1/menu?version=-1").status()).isEqualTo(404);
    assertThat(alice.get("/restaurants/menu-1/menu?version=x").status()).isEqualTo(400);
    var nested = "/categories/0/items/0/modifier_groups/0/options/0/modifier_groups/0/options/0/id";
    assertThat(alice.get("/restaurants/menu-1/menu").body().at(nested).asString())
        .isEqualTo("crisp");
    await()
        .atMost(Duration.ofSeconds(2))
        .until(
            () ->
                alice
                        .get("/restaurants?geo=46.62,14.31&radius_m=100&q=menu-1")
                        .body()
                        .at("/items/0/menu_version")
                        .asLong()
                    == 2);
  }

  @Test
  void needsToKnowWhatItReplaces() {
    var staff = opened("menu-2");

    assertThat(staff.put("/restaurants/menu-2/menu", menu("a", 1)).status()).isEqualTo(428);
    assertThat(staff.put("/restaurants/menu-2/menu", menu("a", 1), "If-Match", "1").status())
        .isEqualTo(412);
    assertThat(staff.put("/restaurants/menu-2/menu", menu("a", 1), "If-Match", "x").status())
        .isEqualTo(400);
    staff.put("/restaurants/menu-2/menu", menu("a", 1), "If-Match", "0");
    var stale = staff.put("/restaurants/menu-2/menu", menu("a", 1), "If-Match", "0");
    assertThat(stale.status()).isEqualTo(412);
    assertThat(stale.code()).isEqualTo("precondition_failed");
    assertThat(stale.body().at("/menu_version").asLong()).isEqualTo(1);
  }

  @Test
  void ofManyWritersThatReplaceTheSameVersionOneWins() throws Exception {
    var staff = opened("menu-3");
    staff.put("/restaurants/menu-3/menu", menu("a", 1), "If-Match", "0");
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var calls =
          IntStream.range(0, 20)
              .<Callable<Integer>>mapToObj(
                  i ->
                      () ->
                          staff
                              .put("/restaurants/menu-3/menu", menu("a", i), "If-Match", "1")
                              .status())
              .toList();
      int won = 0;
      for (var status : threads.invokeAll(calls)) {
        assertThat(status.get()).isIn(200, 412);
        won += status.get() == 200 ? 1 : 0;
      }
      assertThat(won).isEqualTo(1);
    }
  }

  @Test
  void unchangedMenuIsNotSentAgain() {
    var staff = opened("menu-4");
    var alice = Catalog.customer(port);
    staff.put("/restaurants/menu-4/menu", menu("a", 100), "If-Match", "0");
    var tag = alice.get("/restaurants/menu-4/menu").header("ETag");

    assertThat(alice.get("/restaurants/menu-4/menu", "If-None-Match", tag).status()).isEqualTo(304);
    staff.patch("/restaurants/menu-4/items/a", "{\"stock\":3}");
    var changed = alice.get("/restaurants/menu-4/menu", "If-None-Match", tag);
    assertThat(changed.status()).isEqualTo(200);
    assertThat(changed.body().at("/categories/0/items/0/stock").asInt()).isEqualTo(3);
    assertThat(changed.body().at("/menu_version").asLong()).isEqualTo(1);
    var next =
        staff.put("/restaurants/menu-4/menu", menu("a", 120), "If-Match", changed.header("ETag"));
    assertThat(next.status()).isEqualTo(200);
    assertThat(next.body().at("/categories/0/items/0/stock").asInt()).isEqualTo(3);
  }

  @Test
  void itemsGoOffSaleAndComeBack() {
    var staff = opened("menu-5");
    staff.put("/restaurants/menu-5/menu", menu("a", 100), "If-Match", "0");

    var off = staff.patch("/restaurants/menu-5/items/a", "{\"available\":false,\"stock\":5}");
    assertThat(off.status()).isEqualTo(200);
    assertThat(off.body().at("/available").asBoolean()).isFalse();
    assertThat(off.body().at("/stock").asInt()).isEqualTo(5);
    assertThat(off.body().at("/revision").asLong()).isEqualTo(1);
    var same = staff.patch("/restaurants/menu-5/items/a", "{\"stock\":5}");
    assertThat(same.body().at("/revision").asLong()).isEqualTo(1);
    var on = staff.patch("/restaurants/menu-5/items/a", "{\"available\":true}");
    assertThat(on.body().at("/stock").asInt()).isEqualTo(5);
    var uncounted = staff.patch("/restaurants/menu-5/items/a", "{\"stock\":null}");
    assertThat(uncounted.body().at("/stock").isNull()).isTrue();
    assertThat(uncounted.body().at("/available").asBoolean()).isTrue();
    assertThat(staff.patch("/restaurants/menu-5/items/b", "{\"stock\":5}").status()).isEqualTo(404);
  }

  @Test
  void patchRefusesWhatMakesNoSense() {
    var staff = opened("menu-6");
    staff.put("/restaurants/menu-6/menu", menu("a", 100), "If-Match", "0");

    assertPatch(staff, "{}", 422, "");
    assertPatch(staff, "[]", 400, "");
    assertPatch(staff, "{\"stock\":-1}", 422, "/stock");
    assertPatch(staff, "{\"stock\":1000001}", 422, "/stock");
    assertPatch(staff, "{\"stock\":1.5}", 400, "/stock");
    assertPatch(staff, "{\"stock\":\"5\"}", 400, "/stock");
    assertPatch(staff, "{\"stock\":99999999999}", 400, "/stock");
    assertPatch(staff, "{\"available\":\"no\"}", 400, "/available");
    assertPatch(staff, "{\"available\":null}", 400, "/available");
    assertThat(staff.patch("/restaurants/menu-6/items/a", "{\"stock\":1000000}").status())
        .isEqualTo(200);
  }

  private static void assertPatch(Catalog staff, String body, int status, String pointer) {
    var answer = staff.patch("/restaurants/menu-6/items/a", body);
    assertThat(answer.status()).as(body).isEqualTo(status);
    assertThat(answer.pointers()).containsExactly(pointer);
  }

  @Test
  void menuThatBreaksRulesIsRefusedWhole() {
    var staff = opened("menu-7");

    var answer =
        staff.put(
            "/restaurants/menu-7/menu",
            menu("a", 100).replace("\"min\":1,\"max\":1", "\"min\":3,\"max\":1"),
            "If-Match",
            "0");

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.pointers()).contains("/categories/0/items/0/modifier_groups/0/min");
    assertThat(staff.get("/restaurants/menu-7/menu").status()).isEqualTo(404);
    assertThat(staff.put("/restaurants/menu-7/menu", "{", "If-Match", "0").status()).isEqualTo(400);
    var wrongType = menu("a", 100).replace("\"price\":100", "\"price\":\"cheap\"");
    var refused = staff.put("/restaurants/menu-7/menu", wrongType, "If-Match", "0");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.pointers()).containsExactly("/categories/0/items/0/price");
  }

  @Test
  void absurdNestingIsRefused() {
    var staff = opened("menu-8");
    var nested = MenuFixture.menuWith(MenuFixture.nested(8));
    var absurd = "{\"categories\":" + "[".repeat(5_000) + "]".repeat(5_000) + "}";

    assertThat(staff.put("/restaurants/menu-8/menu", nested, "If-Match", "0").status())
        .isEqualTo(422);
    assertThat(staff.put("/restaurants/menu-8/menu", absurd, "If-Match", "0").status())
        .isEqualTo(400);
    assertThat(
            staff.put("/restaurants/menu-8/menu", "x".repeat(10 << 20), "If-Match", "0").status())
        .isEqualTo(413);
  }

  @Test
  void onlyItsOwnStaffAndOpsMayChangeAMenu() {
    opened("menu-9").put("/restaurants/menu-9/menu", menu("a", 100), "If-Match", "0");
    var body = menu("a", 100);
    var patch = "{\"stock\":1}";

    assertThat(Catalog.nobody(port).get("/restaurants/menu-9/menu").status()).isEqualTo(401);
    for (var who :
        java.util.Map.of(
                Catalog.nobody(port), 401,
                Catalog.customer(port), 403,
                Catalog.staff(port, "menu-1"), 404)
            .entrySet()) {
      assertThat(who.getKey().put("/restaurants/menu-9/menu", body, "If-Match", "1").status())
          .isEqualTo(who.getValue());
      assertThat(who.getKey().patch("/restaurants/menu-9/items/a", patch).status())
          .isEqualTo(who.getValue());
    }
    assertThat(Catalog.ops(port).patch("/restaurants/menu-9/items/a", patch).status())
        .isEqualTo(200);
    assertThat(Catalog.ops(port).put("/restaurants/nobody/menu", body, "If-Match", "0").status())
        .isEqualTo(404);
  }
}
