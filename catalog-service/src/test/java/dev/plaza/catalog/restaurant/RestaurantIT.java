package dev.plaza.catalog.restaurant;

import static dev.plaza.catalog.Catalog.restaurant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.plaza.catalog.Catalog;
import dev.plaza.catalog.CatalogTest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.web.server.LocalServerPort;

@CatalogTest
class RestaurantIT {

  private static final Duration VISIBLE = Duration.ofSeconds(2);

  @LocalServerPort int port;

  @Test
  void staffCreatesItsRestaurantAndItIsFound() {
    var staff = Catalog.staff(port, "graz-1");

    var created =
        staff.put("/restaurants/graz-1", restaurant("Zum Wirt", 47.07, 15.44, "Mo-Su 00:00-24:00"));

    assertThat(created.status()).isEqualTo(201);
    assertThat(created.header("ETag")).isEqualTo("\"1\"");
    assertThat(created.body().at("/cuisines/0").asString()).isEqualTo("thai_food");
    assertThat(created.body().at("/status").asString()).isEqualTo("open");
    assertThat(created.body().at("/delivery/minimum_order/amount").asLong()).isEqualTo(1000);
    assertThat(created.body().at("/warnings").isEmpty()).isTrue();
    var alice = Catalog.customer(port);
    await()
        .atMost(VISIBLE)
        .until(() -> alice.ids("geo=47.07,15.44&radius_m=500").contains("graz-1"));
    var item = alice.get("/restaurants?geo=47.071,15.44&radius_m=500").body().at("/items/0");
    assertThat(item.at("/name").asString()).isEqualTo("Zum Wirt");
    assertThat(item.at("/distance_m").asDouble()).isBetween(105.0, 115.0);
    assertThat(item.at("/delivery/fee/currency").asString()).isEqualTo("EUR");
    assertThat(item.at("/delivery/delivers_here").asBoolean()).isTrue();
    assertThat(item.at("/menu_version").asLong()).isZero();
    assertThat(item.at("/timezone").asString()).isEqualTo("Europe/Vienna");
  }

  @Test
  void changeOfHoursIsFoundAndTold() {
    var staff = Catalog.staff(port, "graz-2");
    staff.put("/restaurants/graz-2", restaurant("Nacht", 47.00, 15.44, "24/7"));

    var changed =
        staff.put("/restaurants/graz-2", restaurant("Nacht", 47.00, 15.44, "nobody knows"));

    assertThat(changed.status()).isEqualTo(200);
    assertThat(changed.body().at("/revision").asLong()).isEqualTo(2);
    assertThat(changed.body().at("/status").asString()).isEqualTo("unknown");
    assertThat(changed.body().at("/accepting").asBoolean()).isFalse();
    assertThat(changed.body().at("/warnings/0/code").asString()).isEqualTo("hours_unreadable");
    var alice = Catalog.customer(port);
    await()
        .atMost(VISIBLE)
        .until(
            () ->
                alice
                    .get("/restaurants?geo=47.00,15.44&radius_m=500")
                    .body()
                    .at("/items/0/status")
                    .asString()
                    .equals("unknown"));
    assertThat(alice.ids("geo=47.00,15.44&radius_m=500&filters=open_now")).isEmpty();
    assertThat(alice.get("/restaurants/graz-2").body().at("/warnings").isEmpty()).isTrue();
  }

  /// H2 and H14: what the specification makes of hours that few would expect, said at once.
  @Test
  void spillThatIsCutIsToldToStaff() {
    var answer =
        Catalog.staff(port, "graz-3")
            .put(
                "/restaurants/graz-3",
                restaurant("Bar", 47.01, 15.44, "Mo-Fr 18:00-03:00, Sa,Su 19:00-02:00; PH off"));

    assertThat(Catalog.texts(answer.body().at("/warnings"), "code"))
        .containsExactly("hours_spill_overridden");
  }

  @Test
  void pauseAndResume() {
    var staff = Catalog.staff(port, "graz-4");
    var alice = Catalog.customer(port);
    staff.put("/restaurants/graz-4", restaurant("Pause", 47.02, 15.44, "24/7"));

    var paused = staff.post("/restaurants/graz-4/pause", "{\"minutes\":30}");

    assertThat(paused.status()).isEqualTo(200);
    assertThat(paused.body().at("/status").asString()).isEqualTo("paused");
    var next = Instant.parse(paused.body().at("/next_open_at").asString());
    assertThat(next).isBetween(Instant.now().plusSeconds(1_700), Instant.now().plusSeconds(1_801));
    await()
        .atMost(VISIBLE)
        .until(() -> alice.ids("geo=47.02,15.44&radius_m=500&filters=open_now").isEmpty());
    assertThat(
            alice
                .get("/restaurants/graz-4?at=" + next.plusSeconds(1))
                .body()
                .at("/status")
                .asString())
        .isEqualTo("open");

    assertThat(staff.post("/restaurants/graz-4/resume", "").body().at("/status").asString())
        .isEqualTo("open");
    await()
        .atMost(VISIBLE)
        .until(() -> !alice.ids("geo=47.02,15.44&radius_m=500&filters=open_now").isEmpty());
    assertThat(staff.post("/restaurants/graz-4/pause", "{\"minutes\":10080}").status())
        .isEqualTo(200);
    assertThat(staff.post("/restaurants/graz-4/pause", "{\"minutes\":10081}").status())
        .isEqualTo(422);
  }

  @Test
  void onlyItsOwnStaffAndOpsMayChangeARestaurant() {
    var body = restaurant("Mine", 47.03, 15.44, "24/7");
    Catalog.staff(port, "graz-5").put("/restaurants/graz-5", body);

    for (var path :
        List.of("/restaurants/graz-5", "/restaurants/graz-5/pause", "/restaurants/graz-5/resume")) {
      var method = path.endsWith("5") ? "PUT" : "POST";
      var sent = path.endsWith("pause") ? "{\"minutes\":5}" : body;
      assertThat(Catalog.nobody(port).send(method, path, sent).status()).isEqualTo(401);
      assertThat(Catalog.customer(port).send(method, path, sent).status()).isEqualTo(403);
      assertThat(Catalog.staff(port, "other").send(method, path, sent).status()).isEqualTo(404);
      assertThat(Catalog.staff(port, "graz-5").send(method, path, sent).status()).isEqualTo(200);
      assertThat(Catalog.ops(port).send(method, path, sent).status()).isEqualTo(200);
    }
    assertThat(Catalog.nobody(port).get("/restaurants/graz-5").status()).isEqualTo(401);
    assertThat(Catalog.staff(port, "other").get("/restaurants/graz-5").status()).isEqualTo(200);
  }

  @Test
  void unknownRestaurantIs404() {
    assertThat(Catalog.customer(port).get("/restaurants/nobody").status()).isEqualTo(404);
    assertThat(Catalog.ops(port).post("/restaurants/nobody/pause", "{\"minutes\":5}").status())
        .isEqualTo(404);
    assertThat(Catalog.ops(port).post("/restaurants/nobody/resume", "").status()).isEqualTo(404);
  }

  @Test
  void staffDoesNotRateItself() {
    var rated =
        restaurant("Rated", 47.04, 15.44, "24/7")
            .replace("\"price_level\"", "\"rating\":5,\"rating_count\":999,\"price_level\"");

    var byStaff = Catalog.staff(port, "graz-6").put("/restaurants/graz-6", rated);
    assertThat(byStaff.body().at("/rating").isNull()).isTrue();

    var byOps = Catalog.ops(port).put("/restaurants/graz-6", rated);
    assertThat(byOps.body().at("/rating").asDouble()).isEqualTo(5);
    var again =
        Catalog.staff(port, "graz-6")
            .put("/restaurants/graz-6", restaurant("Rated", 47.04, 15.44, "24/7"));
    assertThat(again.body().at("/rating_count").asInt()).isEqualTo(999);
  }

  @Test
  void staleRevisionIsRefused() {
    var ops = Catalog.ops(port);
    var body = restaurant("Rev", 47.05, 15.44, "24/7");
    ops.put("/restaurants/graz-7", body);

    assertThat(ops.put("/restaurants/graz-7", body, "If-Match", "\"1\"").status()).isEqualTo(200);
    var stale = ops.put("/restaurants/graz-7", body, "If-Match", "\"1\"");
    assertThat(stale.status()).isEqualTo(412);
    assertThat(stale.body().at("/revision").asLong()).isEqualTo(2);
    assertThat(ops.put("/restaurants/graz-7", body, "If-Match", "soon").status()).isEqualTo(400);
  }

  @Test
  void manyWritersAtOnceLoseNoRevision() throws Exception {
    var ops = Catalog.ops(port);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var calls =
          IntStream.range(0, 40)
              .<Callable<Integer>>mapToObj(
                  i ->
                      () ->
                          ops.put("/restaurants/graz-8", restaurant("W" + i, 47.06, 15.44, "24/7"))
                              .status())
              .toList();
      var statuses = threads.invokeAll(calls);
      long created = 0;
      for (var status : statuses) {
        assertThat(status.get()).isIn(200, 201);
        created += status.get() == 201 ? 1 : 0;
      }
      assertThat(created).isEqualTo(1);
    }
    assertThat(ops.get("/restaurants/graz-8").body().at("/revision").asLong()).isEqualTo(40);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"name":""} | 422 | /name
          {"name":"A","location":{"lat":91,"lon":0},"timezone":"Europe/Vienna"} | 400 | /location
          {"name":"A","location":{"lat":0,"lon":-180.1},"timezone":"Europe/Vienna"} | 400 | /location
          {"name":"A","location":{"lat":"x","lon":0},"timezone":"Europe/Vienna"} | 400 | /location/lat
          {"name":"A","location":{"lat":1,"lon":1},"timezone":"Mars/Base"} | 422 | /timezone
          {"name":"A","location":{"lat":1,"lon":1},"timezone":"UTC","currency":"XXQ"} | 422 | /currency
          {"name":"A","location":{"lat":1,"lon":1},"timezone":"UTC","price_level":5} | 422 | /price_level
          {"name":"A","location":{"lat":1,"lon":1},"timezone":"UTC","prep_minutes":0} | 422 | /prep_minutes
          {"name":"A","location":{"lat":1,"lon":1},"timezone":"UTC","prep_minutes":1e99} | 400 | /prep_minutes
          {"name":"A","location":{"lat":1,"lon":1},"timezone":"UTC","delivery":{"radius_m":50001}} | 422 | /delivery/radius_m
          {"name":"A","location":{"lat":1,"lon":1},"timezone":"UTC","delivery":{"minimum_order":{"amount":-1}}} | 422 | /delivery/minimum_order/amount
          {"name":"A","location":{"lat":1,"lon":1},"timezone":"UTC","delivery":{"area":{"type":"Polygon","coordinates":[[[1,1]]]}}} | 422 | /delivery/area
          {"name":"a\\u0000b","location":{"lat":1,"lon":1},"timezone":"UTC"} | 400 | /name
          {"name":7,"location":{"lat":1,"lon":1},"timezone":"UTC"} | 400 | /name
          {"name": | 400 | /name
          """)
  void badInputIsRefusedWithAPointer(String body, int status, String pointer) {
    var answer = Catalog.ops(port).put("/restaurants/bad", body);

    assertThat(answer.status()).as(answer.raw().body()).isEqualTo(status);
    if (!body.endsWith(":")) {
      assertThat(answer.pointers()).anySatisfy(it -> assertThat(it).startsWith(pointer));
    }
    assertThat(Catalog.ops(port).get("/restaurants/bad").status()).isEqualTo(404);
  }

  @Test
  void unusableIdsAreRefused() {
    var ops = Catalog.ops(port);
    var body = restaurant("Id", 47.05, 15.44, "24/7");

    assertThat(ops.put("/restaurants/" + "x".repeat(64), body).status()).isEqualTo(201);
    assertThat(ops.put("/restaurants/" + "x".repeat(65), body).status()).isEqualTo(422);
    assertThat(ops.put("/restaurants/import", body).status()).isIn(405, 422);
    assertThat(ops.put("/restaurants/a%20b", body).status()).isEqualTo(422);
  }

  @Test
  void emojiAndRightToLeftTextIsKept() {
    var name = "\uD83C\uDF5C שלום Nudelhaus";

    var answer = Catalog.ops(port).put("/restaurants/emoji", restaurant(name, 46.9, 15.44, "24/7"));

    assertThat(answer.body().at("/name").asString()).isEqualTo(name);
  }

  @Test
  void halfASurrogatePairIsNoServerError() {
    var answer =
        Catalog.ops(port).put("/restaurants/half", restaurant("a\\ud83c", 46.9, 15.4, "24/7"));

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.pointers()).containsExactly("/name");
  }

  @Test
  void hugeBodyIsRefused() {
    var answer = Catalog.ops(port).put("/restaurants/huge", " ".repeat(10 << 20));

    assertThat(answer.status()).isEqualTo(413);
  }
}
