package dev.plaza.catalog.places;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.plaza.catalog.Catalog;
import dev.plaza.catalog.CatalogTest;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.web.server.LocalServerPort;

@CatalogTest
class ImportIT {

  @LocalServerPort int port;

  private static String file(String features) {
    return """
    {"type":"FeatureCollection","attribution":"(c) nobody","timezone":"Europe/Vienna",
     "ignored":{"deep":[1,2,{"x":[]}]},"features":[%s],"after":true}
    """
        .formatted(features);
  }

  private static String feature(long id, String name, double lat, double lon, String hours) {
    return """
    {"type":"Feature","id":"node/%d","properties":{"amenity":"restaurant","name":"%s",
      "cuisine":"pizza;Ice Cream","opening_hours":"%s","addr:street":"Weg","addr:housenumber":"3"},
     "geometry":{"type":"Point","coordinates":[%s,%s]}}
    """
        .formatted(id, name, hours, lon, lat);
  }

  @Test
  void takesPlacesInAndUpdatesThemByTheirId() {
    var ops = Catalog.ops(port);
    var first =
        ops.post(
            "/restaurants/import",
            file(
                feature(1, "Da Uno", 46.05, 14.5, "24/7")
                    + ","
                    + feature(2, "Da Due", 46.05, 14.5, "wer weiss")));

    assertThat(first.status()).as(first.raw().body()).isEqualTo(200);
    assertThat(first.body().at("/imported").asInt()).isEqualTo(2);
    assertThat(first.body().at("/updated").asInt()).isZero();
    assertThat(first.body().at("/refused").isEmpty()).isTrue();
    assertThat(first.body().at("/hours_unreadable").asInt()).isEqualTo(1);

    var again =
        ops.post(
            "/restaurants/import",
            file(
                feature(2, "Da Due Nuovo", 46.05, 14.5, "24/7")
                    + ","
                    + feature(3, "Da Tre", 46.05, 14.5, "24/7")
                    + ","
                    + feature(3, "Da Tre Bis", 46.05, 14.5, "24/7")));

    assertThat(again.body().at("/imported").asInt()).isEqualTo(1);
    assertThat(again.body().at("/updated").asInt()).isEqualTo(2);
    var alice = Catalog.customer(port);
    var two = alice.get("/restaurants/osm-node-2").body();
    assertThat(two.at("/name").asString()).isEqualTo("Da Due Nuovo");
    assertThat(two.at("/status").asString()).isEqualTo("open");
    assertThat(two.at("/cuisines/1").asString()).isEqualTo("ice_cream");
    assertThat(two.at("/address/street").asString()).isEqualTo("Weg 3");
    assertThat(two.at("/source/kind").asString()).isEqualTo("openstreetmap");
    assertThat(two.at("/source/attribution").asString()).isEqualTo("(c) nobody");
    assertThat(two.at("/menu_version").asLong()).isEqualTo(1);
    assertThat(alice.get("/restaurants/osm-node-3").body().at("/name").asString())
        .isEqualTo("Da Tre Bis");
    assertThat(alice.get("/restaurants/osm-node-1/menu").body().at("/categories").isEmpty())
        .isFalse();
    await()
        .atMost(Duration.ofSeconds(2))
        .until(() -> alice.ids("geo=46.05,14.5&radius_m=100").size() == 3);
    assertThat(
            alice
                .get("/restaurants?geo=46.05,14.5&radius_m=100")
                .body()
                .at("/items/0/source/attribution")
                .asString())
        .isEqualTo("(c) nobody");
  }

  @Test
  void tellsWhyAFeatureIsRefused() {
    var point = "\"geometry\":{\"type\":\"Point\",\"coordinates\":[14.5,46.5]}";
    var cafe = "\"properties\":{\"amenity\":\"cafe\",\"name\":\"C\"}";
    var answer =
        Catalog.ops(port)
            .post(
                "/restaurants/import",
                file(
                    String.join(
                        ",",
                        "7",
                        "{}",
                        "{\"id\":\"node/10\"," + cafe + "}",
                        "{\"id\":\"node/11\","
                            + cafe
                            + ",\"geometry\":{\"type\":\"Point\",\"coordinates\":[190,46.5]}}",
                        "{\"id\":\"node/12\","
                            + cafe
                            + ",\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[]}}",
                        "{\"id\":\"node/13\",\"properties\":{\"amenity\":\"bank\",\"name\":\"B\"},"
                            + point
                            + "}",
                        "{\"id\":\"node/14\",\"properties\":{\"amenity\":\"cafe\",\"name\":\""
                            + "x".repeat(121)
                            + "\"},"
                            + point
                            + "}",
                        "{\"id\":\"node/15\",\"properties\":{\"amenity\":\"cafe\",\"timezone\":\"Mars\"},"
                            + point
                            + "}",
                        "{\"id\":\"node/16\",\"junk\":["
                            + "1,".repeat(3_000)
                            + "1],"
                            + cafe
                            + ","
                            + point
                            + "}",
                        "{\"id\":\"node/17\",\"properties\":{\"amenity\":\"cafe\"},"
                            + point
                            + "}")));

    assertThat(answer.status()).isEqualTo(200);
    assertThat(Catalog.texts(answer.body().at("/refused"), "reason"))
        .containsExactly(
            "not_a_feature",
            "id_missing",
            "no_point",
            "no_point",
            "no_point",
            "no_food_place",
            "long_name",
            "no_timezone",
            "not_a_feature");
    assertThat(answer.body().at("/refused/2/index").asInt()).isEqualTo(2);
    assertThat(answer.body().at("/refused/2/id").asString()).isEqualTo("node/10");
    assertThat(answer.body().at("/refused_count").asInt()).isEqualTo(9);
    assertThat(answer.body().at("/imported").asInt()).isEqualTo(1);
    assertThat(Catalog.customer(port).get("/restaurants/osm-node-17").body().at("/name").asString())
        .isEqualTo("Café");
  }

  @Test
  void fileOfManyMegabytesIsTakenInBatches() {
    var features =
        IntStream.range(0, 1_500)
            .mapToObj(i -> feature(1_000 + i, "Viele " + "x".repeat(90), 45.8, 15.97, "24/7"))
            .collect(Collectors.joining(","));

    var answer = Catalog.ops(port).post("/restaurants/import", file(features));

    assertThat(answer.body().at("/imported").asInt()).isEqualTo(1_500);
    var alice = Catalog.customer(port);
    await()
        .atMost(Duration.ofSeconds(5))
        .until(() -> alice.ids("geo=45.8,15.97&radius_m=10&limit=100").size() == 1_500);
  }

  @Test
  void brokenFileSaysHowFarItCame() {
    var ops = Catalog.ops(port);
    var many =
        IntStream.range(0, 250)
            .mapToObj(i -> feature(20_000 + i, "Halb", 45.3, 14.4, "24/7"))
            .collect(Collectors.joining(","));
    var whole = file(many);

    var cut = ops.post("/restaurants/import", whole.substring(0, whole.length() - 60));

    assertThat(cut.status()).isEqualTo(400);
    assertThat(cut.code()).isEqualTo("malformed");
    assertThat(cut.body().at("/imported").asInt()).isEqualTo(200);
    for (var body :
        new String[] {
          "",
          "[]",
          "7",
          "{\"type\":\"Feature\"}",
          "{\"type\":\"FeatureCollection\",\"features\":7}",
          "x"
        }) {
      assertThat(ops.post("/restaurants/import", body).status()).as(body).isEqualTo(400);
    }
    assertThat(ops.post("/restaurants/import", "<a/>", "Content-Type", "application/xml").status())
        .isEqualTo(415);
  }

  @Test
  void timeZoneMayComeWithTheRequest() {
    var ops = Catalog.ops(port);
    var file =
        "{\"type\":\"FeatureCollection\",\"features\":["
            + feature(30_000, "Wien", 48.9, 15.0, "24/7")
            + "]}";

    assertThat(ops.post("/restaurants/import", file).body().at("/refused/0/reason").asString())
        .isEqualTo("no_timezone");
    var taken = ops.post("/restaurants/import?timezone=Europe/Vienna", file);
    assertThat(taken.body().at("/imported").asInt()).isEqualTo(1);
    assertThat(ops.get("/restaurants/osm-node-30000").body().at("/source/attribution").asString())
        .contains("OpenStreetMap");
  }

  @Test
  void onlyOpsImports() {
    assertThat(Catalog.nobody(port).post("/restaurants/import", file("")).status()).isEqualTo(401);
    assertThat(Catalog.customer(port).post("/restaurants/import", file("")).status())
        .isEqualTo(403);
    assertThat(Catalog.staff(port, "x").post("/restaurants/import", file("")).status())
        .isEqualTo(403);
    assertThat(Catalog.ops(port).post("/restaurants/import", file("")).status()).isEqualTo(200);
  }
}
