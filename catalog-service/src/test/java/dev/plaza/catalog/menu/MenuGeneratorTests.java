package dev.plaza.catalog.menu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class MenuGeneratorTests {

  private final MenuGenerator generator = new MenuGenerator();

  @Test
  void samePlaceSameMenu() {
    var menu = generator.generate("osm-node-1", List.of("pizza"), "EUR");

    assertThat(new MenuGenerator().generate("osm-node-1", List.of("pizza"), "EUR")).isEqualTo(menu);
    assertThat(generator.generate("osm-node-2", List.of("pizza"), "EUR")).isNotEqualTo(menu);
  }

  @Test
  void everyMenuObeysTheRules() {
    for (var cuisine : MenuFixture.cuisines()) {
      for (int i = 0; i < 30; i++) {
        var menu = generator.generate(cuisine + i, List.of(cuisine), "EUR");
        assertThat(menu.items()).as(cuisine).hasSizeGreaterThan(8);
        assertThat(MenuFixture.read(MenuFixture.JSON.writeValueAsString(menu))).isEqualTo(menu);
      }
    }
  }

  @Test
  void someMenusNestCountAndFollowTheTimeOfDay() {
    var seen = new HashSet<String>();
    for (int i = 0; i < 200; i++) {
      var menu = generator.generate("place" + i, List.of("burger"), "EUR");
      for (var item : menu.items()) {
        seen.add(item.stock() == null ? "uncounted" : "counted");
        seen.add(item.available() ? "available" : "sold out");
        seen.add(item.dayParts().isEmpty() ? "always" : "at times");
        item.modifierGroups().stream()
            .flatMap(it -> it.options().stream())
            .filter(it -> !it.modifierGroups().isEmpty())
            .forEach(_ -> seen.add("nested"));
      }
    }

    assertThat(seen)
        .containsExactlyInAnyOrder(
            "uncounted", "counted", "available", "sold out", "always", "at times", "nested");
  }

  @Test
  void unknownCuisineGetsTheLocalKitchen() {
    var menu = generator.generate("x", List.of("molecular", "restaurant"), "EUR");

    assertThat(menu.items()).isNotEmpty();
  }
}
