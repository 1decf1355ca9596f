package dev.plaza.dev.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.dev.web.Json;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ShopperTests {

  private static final PlazaClient CLIENT = new PlazaClient(URI.create("http://localhost:1"));

  private static List<Map<String, Object>> choose(String menu, long minimum) {
    return new Shopper(CLIENT.nobody(), new Random(1)).choose(Json.tree(menu), minimum);
  }

  @Test
  void choosesNestedModifiersThatAreRequired() {
    var items =
        choose(
            """
            {"categories":[{"items":[{"sku":"pizza","price":900,"modifier_groups":[
              {"min":2,"max":2,"options":[
                {"id":"gone","available":false},
                {"id":"thin","modifier_groups":[{"min":1,"options":[{"id":"oil"}]}]},
                {"id":"hot"}]},
              {"min":0,"options":[{"id":"extra"}]}]}]}]}
            """,
            0);

    assertThat(items).hasSize(1);
    assertThat(items.getFirst().get("modifiers").toString())
        .contains("thin", "oil", "hot")
        .doesNotContain("gone", "extra");
  }

  @Test
  void reachesTheMinimumOrNothing() {
    var menu = "{\"categories\":[{\"items\":[{\"sku\":\"water\",\"price\":{\"amount\":300}}]}]}";

    assertThat(choose(menu, 1_200).getFirst()).containsEntry("quantity", 5);
    assertThat(choose(menu, 5_000)).isEmpty();
  }

  @Test
  void leavesOutWhatCannotBeSoldNow() {
    var menu =
        """
        {"categories":[{"items":[{"sku":"a","price":1,"available":false},
          {"sku":"b","price":1,"stock":0},{"sku":"c","price":1,"day_parts":[{"from":"07:00"}]},
          {"sku":"d","price":1,"modifier_groups":[{"min":1,"options":[]}]}]}]}
        """;

    assertThat(choose(menu, 0)).isEmpty();
  }

  @Test
  void readsServerSentEvents() {
    var seen = new ArrayList<EventReader.ServerEvent>();
    var parser = new EventReader.Parser(seen::add);

    for (var line :
        ": beat\n\nid: 7\nevent: order\ndata: {\ndata: }\n\ndata:x\n\n".split("\n", -1)) {
      parser.line(line);
    }

    assertThat(seen)
        .containsExactly(
            new EventReader.ServerEvent("7", "order", "{\n}"),
            new EventReader.ServerEvent("7", "message", "x"));
  }

  @Test
  void movesStraightAndStopsAtTheTarget() {
    var start = new Geo.Point(48.2, 16.3);
    var target = start.moved(0, 1_000);

    assertThat(start.metresTo(target)).isBetween(999.0, 1_001.0);
    assertThat(start.bearingTo(target)).isBetween(89.9, 90.1);
    assertThat(start.towards(target, 400).metresTo(target)).isBetween(599.0, 601.0);
    assertThat(start.towards(target, 5_000)).isEqualTo(target);
  }
}
