package dev.plaza.catalog.menu;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.core.io.ClassPathResource;

/// What generated menus are made of.
final class Dishes {

  private final Map<String, List<Dish>> dishes;
  private final Map<String, Choices> choices;

  private Dishes(Map<String, List<Dish>> dishes, Map<String, Choices> choices) {
    this.dishes = dishes;
    this.choices = choices;
  }

  /// @param choices keys of modifier groups
  record Dish(
      String kit,
      String section,
      String slug,
      String name,
      String description,
      long price,
      String taxCategory,
      List<String> choices) {}

  private record Choices(
      String key, String name, int min, int max, int maxPerOption, List<Choice> options) {}

  private record Choice(String slug, String name, long price, List<String> opens) {}

  static Dishes load() {
    return new Dishes(
        lines("menus/dishes.txt")
            .map(Dishes::dish)
            .collect(Collectors.groupingBy(it -> it.kit() + "|" + it.section())),
        lines("menus/choices.txt")
            .map(Dishes::choices)
            .collect(Collectors.toMap(Choices::key, Function.identity())));
  }

  private static Stream<String> lines(String resource) {
    try {
      var text = new ClassPathResource(resource).getContentAsString(StandardCharsets.UTF_8);
      return text.lines().filter(it -> !it.isBlank() && !it.startsWith("#"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Dish dish(String line) {
    var part = line.split("\\|", -1);
    return new Dish(
        part[0],
        part[1],
        part[2],
        part[3],
        part[4],
        Long.parseLong(part[5]),
        part[6],
        keys(part[7], ","));
  }

  private static Choices choices(String line) {
    var part = line.split("\\|", -1);
    return new Choices(
        part[0],
        part[1],
        Integer.parseInt(part[2]),
        Integer.parseInt(part[3]),
        Integer.parseInt(part[4]),
        Arrays.stream(part[5].split(";", -1)).map(Dishes::choice).toList());
  }

  private static Choice choice(String text) {
    int opens = text.indexOf('>');
    var part = (opens < 0 ? text : text.substring(0, opens)).split(",", -1);
    return new Choice(
        part[0],
        part[1],
        Long.parseLong(part[2]),
        opens < 0 ? List.of() : keys(text.substring(opens + 1), ","));
  }

  private static List<String> keys(String text, String separator) {
    return text.isEmpty() ? List.of() : List.of(text.split(separator));
  }

  List<Dish> of(String kit, String section) {
    return dishes.getOrDefault(kit + "|" + section, List.of());
  }

  /// @param level what prices are multiplied by
  /// @param used groups above this one; a group never opens itself again
  Menu.ModifierGroup group(String key, double level, Set<String> used) {
    var group = Objects.requireNonNull(choices.get(key), key);
    used.add(key);
    return new Menu.ModifierGroup(
        group.key(),
        group.name(),
        group.min(),
        group.max(),
        group.maxPerOption(),
        group.options().stream()
            .map(
                it ->
                    new Menu.Option(
                        it.slug(),
                        it.name(),
                        Math.round(it.price() * level / 10) * 10,
                        true,
                        it.opens().stream()
                            .filter(opened -> !used.contains(opened))
                            .map(opened -> group(opened, level, used))
                            .toList()))
            .toList());
  }
}
