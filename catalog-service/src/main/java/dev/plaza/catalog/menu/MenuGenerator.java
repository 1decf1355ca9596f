package dev.plaza.catalog.menu;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.springframework.stereotype.Component;

/// Makes up a menu for a place whose real one nobody knows: the same place, the same menu.
///
/// Dishes and choices come from `menus/*.txt`; which of them, their prices and what is counted are
/// drawn from the seed.
@Component
public class MenuGenerator {

  private static final Map<String, String> SECTIONS = sections();

  private static final Map<String, String> KIT_OF_CUISINE =
      Map.ofEntries(
          Map.entry("pizza", "pizza"),
          Map.entry("italian", "pizza"),
          Map.entry("pasta", "pizza"),
          Map.entry("burger", "burger"),
          Map.entry("american", "burger"),
          Map.entry("steak_house", "burger"),
          Map.entry("kebab", "kebab"),
          Map.entry("turkish", "kebab"),
          Map.entry("arab", "kebab"),
          Map.entry("lebanese", "kebab"),
          Map.entry("persian", "kebab"),
          Map.entry("oriental", "kebab"),
          Map.entry("asian", "asian"),
          Map.entry("chinese", "asian"),
          Map.entry("vietnamese", "asian"),
          Map.entry("korean", "asian"),
          Map.entry("noodle", "asian"),
          Map.entry("sushi", "sushi"),
          Map.entry("japanese", "sushi"),
          Map.entry("ramen", "sushi"),
          Map.entry("thai", "thai"),
          Map.entry("indian", "indian"),
          Map.entry("nepalese", "indian"),
          Map.entry("coffee_shop", "cafe"),
          Map.entry("cake", "cafe"),
          Map.entry("breakfast", "cafe"),
          Map.entry("cafe", "cafe"),
          Map.entry("pub", "pub"),
          Map.entry("bar", "pub"),
          Map.entry("vegetarian", "green"),
          Map.entry("vegan", "green"),
          Map.entry("salad", "green"),
          Map.entry("ice_cream", "sweet"),
          Map.entry("dessert", "sweet"),
          Map.entry("sandwich", "bakery"),
          Map.entry("bakery", "bakery"),
          Map.entry("fast_food", "bakery"),
          Map.entry("mexican", "mexican"),
          Map.entry("tex-mex", "mexican"),
          Map.entry("greek", "greek"),
          Map.entry("balkan", "greek"),
          Map.entry("serbian", "greek"),
          Map.entry("croatian", "greek"));

  private final Dishes dishes = Dishes.load();

  private static Map<String, String> sections() {
    var sections = new LinkedHashMap<String, String>();
    sections.put("s", "Vorspeisen");
    sections.put("m", "Hauptgerichte");
    sections.put("d", "Desserts");
    sections.put("b", "Getränke");
    return sections;
  }

  /// @param seed what the menu depends on besides the cuisines, e.g. the place's id
  /// @param cuisines the first one that there are dishes for decides
  public Menu generate(String seed, List<String> cuisines, String currency) {
    var random = new Random(mixed(seed));
    var kit =
        cuisines.stream()
            .map(KIT_OF_CUISINE::get)
            .filter(java.util.Objects::nonNull)
            .findFirst()
            .orElse("austrian");
    double level = 0.85 + random.nextInt(31) / 100.0;
    var categories = new ArrayList<Menu.Category>();
    SECTIONS.forEach(
        (section, name) -> {
          var items = items(kit, section, level, random);
          if (!items.isEmpty()) {
            categories.add(
                new Menu.Category(
                    name.toLowerCase(java.util.Locale.ROOT).replace("ä", "ae"), name, items));
          }
        });
    return new Menu(currency, categories);
  }

  private List<Menu.Item> items(String kit, String section, double level, Random random) {
    var from = new ArrayList<>(dishes.of(kit, section));
    int count =
        switch (section) {
          case "m" -> 5 + random.nextInt(3);
          case "s" -> 1 + random.nextInt(2);
          default -> 2;
        };
    if (section.equals("b")) {
      from.addAll(dishes.of("drinks", section));
      count = 4;
    }
    var chosen = new ArrayList<Menu.Item>();
    while (!from.isEmpty() && chosen.size() < count) {
      chosen.add(item(from.remove(random.nextInt(from.size())), level, random));
    }
    return chosen;
  }

  private Menu.Item item(Dishes.Dish dish, double level, Random random) {
    boolean counted = random.nextInt(20) == 0;
    boolean soldOut = random.nextInt(50) == 0;
    boolean lunch = dish.section().equals("m") && random.nextInt(12) == 0;
    return new Menu.Item(
        dish.slug(),
        dish.name(),
        dish.description(),
        Math.round(dish.price() * level / 10) * 10,
        dish.taxCategory(),
        !soldOut,
        counted ? Integer.valueOf(10 + random.nextInt(50)) : null,
        lunch ? List.of(new Menu.DayPart("Mittag", "11:00", "15:00")) : List.of(),
        dish.choices().stream().map(it -> dishes.group(it, level, new HashSet<>())).toList());
  }

  /// FNV-1a: the same on every machine and in every version.
  private static long mixed(String seed) {
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < seed.length(); i++) {
      hash = (hash ^ seed.charAt(i)) * 0x100000001b3L;
    }
    return hash;
  }

  /// The cuisines there are dishes for.
  public static Set<String> cuisines() {
    return KIT_OF_CUISINE.keySet();
  }
}
