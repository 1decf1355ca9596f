package dev.plaza.catalog.menu;

import java.util.List;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/// Limits as configured by default, and JSON as on the wire.
final class MenuFixture {

  static final MenuLimits LIMITS =
      new Binder(new MapConfigurationPropertySource(java.util.Map.of()))
          .bindOrCreate("catalog.menu", MenuLimits.class);

  static final JsonMapper JSON =
      JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();

  private MenuFixture() {}

  static Menu read(String json) {
    return MenuRules.menu(JSON.readValue(json, MenuRequest.class), "EUR", LIMITS, _ -> null);
  }

  /// A menu of one item with these modifier groups.
  static String menuWith(String groups) {
    return """
    {"categories":[{"id":"c","name":"C","items":[
      {"sku":"a","name":"A","price":100,"modifier_groups":%s}]}]}
    """
        .formatted(groups);
  }

  /// Groups nested to this depth, each with one option that opens the next.
  static String nested(int depth) {
    var inner = "[]";
    for (int i = depth; i > 0; i--) {
      inner =
          """
          [{"id":"g%d","name":"G","min":1,"max":1,
            "options":[{"id":"o%d","name":"O","price":0,"modifier_groups":%s}]}]
          """
              .formatted(i, i, inner);
    }
    return inner;
  }

  static List<String> cuisines() {
    return MenuGenerator.cuisines().stream().sorted().toList();
  }
}
