package dev.plaza.catalog.menu;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// A menu. Prices are minor units of `currency`, taxes included.
///
/// `sku` is unique within the menu, ids of groups and options within their item, nested ones
/// included: a cart names a chosen option by its id alone.
public record Menu(String currency, List<Category> categories) {

  public Menu {
    categories = List.copyOf(categories);
  }

  public record Category(String id, String name, List<Item> items) {
    public Category {
      items = List.copyOf(items);
    }
  }

  /// @param taxCategory `food`, `beverage` or `alcohol`
  /// @param stock how many are left; null: not counted
  /// @param dayParts when it is sold; empty: always
  public record Item(
      String sku,
      String name,
      @Nullable String description,
      long price,
      String taxCategory,
      boolean available,
      @Nullable Integer stock,
      List<DayPart> dayParts,
      List<ModifierGroup> modifierGroups) {
    public Item {
      dayParts = List.copyOf(dayParts);
      modifierGroups = List.copyOf(modifierGroups);
    }

    Item with(boolean nowAvailable, @Nullable Integer nowInStock) {
      return new Item(
          sku,
          name,
          description,
          price,
          taxCategory,
          nowAvailable,
          nowInStock,
          dayParts,
          modifierGroups);
    }
  }

  /// Local wall-clock times as `HH:mm`; `to` before `from` runs over midnight.
  public record DayPart(String name, String from, String to) {}

  /// @param min options to choose at least, counted with quantity
  /// @param max options to choose at most
  /// @param maxPerOption how often one may be taken
  public record ModifierGroup(
      String id, String name, int min, int max, int maxPerOption, List<Option> options) {
    public ModifierGroup {
      options = List.copyOf(options);
    }
  }

  public record Option(
      String id, String name, long price, boolean available, List<ModifierGroup> modifierGroups) {
    public Option {
      modifierGroups = List.copyOf(modifierGroups);
    }
  }

  List<Item> items() {
    return categories.stream().flatMap(it -> it.items().stream()).toList();
  }

  Menu mapItems(UnaryOperator<Item> change) {
    var changed = new ArrayList<Category>();
    for (var category : categories) {
      changed.add(
          new Category(
              category.id(), category.name(), category.items().stream().map(change).toList()));
    }
    return new Menu(currency, changed);
  }
}
