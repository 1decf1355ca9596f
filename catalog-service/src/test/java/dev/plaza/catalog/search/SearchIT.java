package dev.plaza.catalog.search;

import static dev.plaza.catalog.Catalog.restaurant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.plaza.catalog.Catalog;
import dev.plaza.catalog.CatalogTest;
import dev.plaza.infra.TestTokens;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;

@CatalogTest
class SearchIT {

  @LocalServerPort int port;
  @Autowired MeterRegistry meters;
  @Autowired PlaceIndex index;

  private void open(String id, double lat, double lon) {
    Catalog.ops(port).put("/restaurants/" + id, restaurant(id, lat, lon, "24/7"));
  }

  @Test
  void pagesAreStableAndTheirCursorsAreOnesOwn() {
    for (int i = 0; i < 25; i++) {
      open("page-%02d".formatted(i), 47.8, 13.04);
    }
    var alice = Catalog.customer(port);
    var all = "geo=47.8,13.04&radius_m=100&sort=distance&limit=10";
    await().atMost(Duration.ofSeconds(3)).until(() -> alice.ids(all).size() == 25);

    assertThat(alice.ids(all)).hasSize(25).doesNotHaveDuplicates().isSorted();
    var cursor = alice.get("/restaurants?" + all).body().path("next_cursor").asString();
    var bob = new Catalog(port, TestTokens.token("bob", "customer"));
    assertBadCursor(bob, all + "&cursor=" + cursor);
    assertBadCursor(alice, all.replace("distance", "rating") + "&cursor=" + cursor);
    assertBadCursor(alice, all.replace("47.8", "47.81") + "&cursor=" + cursor);
    assertBadCursor(alice, all + "&cursor=" + cursor.substring(1));
    assertBadCursor(alice, all + "&cursor=AAAA");
    assertThat(alice.get("/restaurants?" + all + "&cursor=" + cursor).status()).isEqualTo(200);
  }

  private static void assertBadCursor(Catalog who, String query) {
    var answer = who.get("/restaurants?" + query);
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.code()).isEqualTo("bad_cursor");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          limit=5; 400; geo
          geo=; 400; geo
          geo=48.2; 400; geo
          geo=48.2,16.3,1; 400; geo
          geo=a,b; 400; geo
          geo=NaN,16; 400; geo
          geo=91,16; 400; geo
          geo=48,-180.5; 400; geo
          geo=48.2,16.3&radius_m=0; 400; radius_m
          geo=48.2,16.3&radius_m=20001; 400; radius_m
          geo=48.2,16.3&radius_m=1e999; 400; radius_m
          geo=48.2,16.3&radius_m=-1; 400; radius_m
          geo=48.2,16.3&filters=price:9; 400; filters
          geo=48.2,16.3&sort=colour; 400; sort
          geo=48.2,16.3&at=tomorrow; 400; at
          geo=48.2,16.3&at=2099-01-01T00:00:00Z; 422; at
          geo=48.2,16.3&limit=0; 400; limit
          geo=48.2,16.3&limit=101; 400; limit
          geo=48.2,16.3&limit=x; 400; limit
          """)
  void badParametersAreNamed(String query, int status, String parameter) {
    var answer = Catalog.customer(port).get("/restaurants?" + query);

    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.pointers()).containsExactly(parameter);
  }

  @Test
  void limitsAreIn() {
    var alice = Catalog.customer(port);

    assertThat(alice.get("/restaurants?geo=90,180&radius_m=20000&limit=100").status())
        .isEqualTo(200);
    assertThat(alice.get("/restaurants?geo=-90,-180&radius_m=1&limit=1").status()).isEqualTo(200);
    assertThat(Catalog.nobody(port).get("/restaurants?geo=48.2,16.3").status()).isEqualTo(401);
  }

  /// H15: closed at breakfast, open in the evening that is asked for.
  @Test
  void statusIsThatOfTheMomentAskedFor() {
    Catalog.ops(port)
        .put("/restaurants/evening", restaurant("evening", 47.3, 13.0, "Mo-Su 18:00-23:00"));
    var alice = Catalog.customer(port);
    var query = "geo=47.3,13.0&radius_m=100";
    await().atMost(Duration.ofSeconds(3)).until(() -> !alice.ids(query).isEmpty());
    var day = java.time.LocalDate.now(java.time.ZoneOffset.UTC).plusDays(3);

    var morning = alice.get("/restaurants?" + query + "&at=" + day + "T08:00:00Z").body();
    var evening = alice.get("/restaurants?" + query + "&at=" + day + "T18:30:00Z").body();

    assertThat(morning.at("/items/0/status").asString()).isEqualTo("closed");
    assertThat(morning.at("/items/0/status_reason").asString()).isEqualTo("outside_hours");
    assertThat(morning.at("/items/0/next_open_at").asString()).startsWith(day.toString());
    assertThat(evening.at("/items/0/status").asString()).isEqualTo("open");
    assertThat(evening.at("/items/0/accepts_orders_until").asString()).startsWith(day.toString());
    assertThat(alice.ids(query + "&filters=open_now&at=" + day + "T08:00:00Z")).isEmpty();
  }

  @Test
  void filtersComeUnencodedFromManyClients() throws IOException {
    try (var socket = new Socket("localhost", port)) {
      var request =
          """
          GET /restaurants?geo=48.2,16.37&filters=cuisine:thai|vegan HTTP/1.1
          Host: localhost
          Connection: close
          Authorization: Bearer %s

          """
              .formatted(TestTokens.token("alice", "customer"))
              .replace("\n", "\r\n");
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      var answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(answer).startsWith("HTTP/1.1 200");
    }
  }

  @Test
  void hotAreasAreAnsweredFromTheCacheAndSoonAnew() {
    open("hot-1", 47.5, 9.7);
    var alice = Catalog.customer(port);
    var query = "geo=47.5,9.7&radius_m=100&limit=1";
    await().atMost(Duration.ofSeconds(3)).until(() -> !alice.ids(query).isEmpty());
    double before = hits();

    await()
        .atMost(Duration.ofSeconds(20))
        .pollInterval(Duration.ofMillis(5))
        .untilAsserted(
            () -> {
              assertThat(alice.ids(query)).contains("hot-1");
              assertThat(hits()).isGreaterThan(before);
            });

    open("hot-0", 47.5, 9.7);
    await()
        .atMost(Duration.ofSeconds(2))
        .until(
            () -> alice.ids(query + "&sort=distance").equals(java.util.List.of("hot-0", "hot-1")));
  }

  private double hits() {
    return meters.counter("catalog.search.cache", "outcome", "hit").count();
  }

  @Test
  void apiIsDescribed() {
    var api = Catalog.nobody(port).get("/v3/api-docs");

    assertThat(api.status()).isEqualTo(200);
    assertThat(api.body().path("paths").propertyNames())
        .contains(
            "/restaurants",
            "/restaurants/{id}",
            "/restaurants/{id}/menu",
            "/restaurants/{id}/items/{sku}",
            "/restaurants/{id}/pause",
            "/restaurants/{id}/resume",
            "/restaurants/import");
  }
}
