package dev.plaza.order.restaurant;

import dev.plaza.contracts.catalog.MenuEvent;
import java.time.LocalTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A menu, immutable under its version. Prices are minor units of `currency`.
public record Menu(String restaurantId, long version, String currency, Map<String, Item> items) {

  public Menu {
    Objects.requireNonNull(restaurantId, "restaurant_id");
    Objects.requireNonNull(currency, "currency");
  }

  /// @throws IllegalArgumentException when two items share an sku or a price is negative
  static Menu of(MenuEvent event) {
    var items = new LinkedHashMap<String, Item>();
    for (MenuEvent.Category category : Nulls.none(event.categories())) {
      for (MenuEvent.Item item : Nulls.none(category.items())) {
        if (items.put(item.sku(), Item.of(item)) != null) {
          throw new IllegalArgumentException("two items with sku " + item.sku());
        }
      }
    }
    return new Menu(event.restaurantId(), event.menuVersion(), event.currency(), items);
  }

  public Optional<Item> item(String sku) {
    return Optional.ofNullable(items.get(sku));
  }

  /// What it costs in memory, roughly: items and options.
  int weight() {
    return 1 + items.values().stream().mapToInt(it -> 1 + Group.weight(it.groups())).sum();
  }

  /// @param stock how many there were when the menu was published; null: not counted
  public record Item(
      String sku,
      String name,
      long price,
      String taxCategory,
      boolean available,
      @Nullable Integer stock,
      List<DayPart> dayParts,
      List<Group> groups) {

    public Item {
      Objects.requireNonNull(sku, "sku");
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(taxCategory, "tax_category");
    }

    static Item of(MenuEvent.Item item) {
      return new Item(
          item.sku(),
          item.name(),
          notNegative(item.price()),
          item.taxCategory(),
          item.available(),
          item.stock(),
          Nulls.none(item.dayParts()).stream().map(DayPart::of).toList(),
          Group.all(item.modifierGroups()));
    }

    /// @param time wall clock of the restaurant
    public boolean isSoldAt(LocalTime time) {
      return dayParts.isEmpty() || dayParts.stream().anyMatch(it -> it.contains(time));
    }
  }

  /// Wall-clock hours of the restaurant, `from` in, `to` out; equal ones mean the whole day.
  public record DayPart(String name, LocalTime from, LocalTime to) {

    static DayPart of(MenuEvent.DayPart part) {
      return new DayPart(part.name(), time(part.from()), time(part.to()));
    }

    boolean contains(LocalTime time) {
      if (from.isBefore(to)) {
        return !time.isBefore(from) && time.isBefore(to);
      }
      return !time.isBefore(from) || time.isBefore(to) || from.equals(to);
    }

    private static LocalTime time(String text) {
      return text.equals("24:00") ? LocalTime.MIDNIGHT : LocalTime.parse(text);
    }
  }

  /// @param maxPerOption how often one option may be taken
  public record Group(
      String id, String name, int min, int max, int maxPerOption, List<Option> options) {

    static List<Group> all(@Nullable List<MenuEvent.ModifierGroup> groups) {
      return Nulls.none(groups).stream().map(Group::of).toList();
    }

    private static Group of(MenuEvent.ModifierGroup group) {
      return new Group(
          group.id(),
          group.name(),
          group.min(),
          group.max(),
          group.maxPerOption() == 0 ? 1 : group.maxPerOption(),
          Nulls.none(group.options()).stream().map(Option::of).toList());
    }

    public Optional<Option> option(String optionId) {
      return options.stream().filter(it -> it.id().equals(optionId)).findFirst();
    }

    static int weight(List<Group> groups) {
      return groups.stream()
          .flatMap(it -> it.options().stream())
          .mapToInt(it -> 1 + weight(it.groups()))
          .sum();
    }
  }

  public record Option(String id, String name, long price, boolean available, List<Group> groups) {

    public Option {
      Objects.requireNonNull(id, "option id");
      Objects.requireNonNull(name, "option name");
    }

    static Option of(MenuEvent.Option option) {
      return new Option(
          option.id(),
          option.name(),
          notNegative(option.price()),
          option.available(),
          Group.all(option.modifierGroups()));
    }
  }

  private static long notNegative(long price) {
    if (price < 0) {
      throw new IllegalArgumentException("a negative price");
    }
    return price;
  }
}
