package dev.plaza.catalog.menu;

import dev.plaza.catalog.menu.MenuRequest.CategoryBody;
import dev.plaza.catalog.menu.MenuRequest.DayPartBody;
import dev.plaza.catalog.menu.MenuRequest.GroupBody;
import dev.plaza.catalog.menu.MenuRequest.ItemBody;
import dev.plaza.catalog.menu.MenuRequest.OptionBody;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Makes a [Menu] of what was sent, or refuses it with all that is wrong. Pure.
final class MenuRules {

  private static final Set<String> TAX_CATEGORIES = Set.of("food", "beverage", "alcohol");
  private static final int NAME_MAX = 200;
  private static final int DESCRIPTION_MAX = 2_000;
  private static final int CHOICES_MAX = 100;

  private final MenuLimits limits;
  private final Findings findings;
  private final Set<String> categories = new HashSet<>();
  private final Set<String> skus = new HashSet<>();
  private int options;

  private MenuRules(MenuLimits limits) {
    this.limits = limits;
    this.findings = new Findings(limits.errorsShownMax());
  }

  /// @param current what is left of an item now; null: a new item
  /// @throws dev.plaza.platform.problem.ProblemException 422 with pointers
  static Menu menu(MenuRequest request, String currency, MenuLimits limits, Current current) {
    var rules = new MenuRules(limits);
    var menu = rules.menu(request, currency, current);
    rules.findings.throwIfAny();
    return menu;
  }

  /// Where the state of an item comes from when the menu does not say it.
  @FunctionalInterface
  interface Current {
    @Nullable ItemState of(String sku);
  }

  private Menu menu(MenuRequest request, String currency, Current current) {
    if (request.currency() != null && !request.currency().equals(currency)) {
      findings.add("/currency", "is not that of the restaurant, " + currency);
    }
    if (request.categories() == null) {
      findings.add("/categories", "is required");
    }
    var read = new ArrayList<Menu.Category>();
    var sent = findings.list(request.categories(), limits.categoriesMax(), "/categories");
    for (int i = 0; i < sent.size(); i++) {
      var pointer = "/categories/" + i;
      var body = sent.get(i);
      if (body == null) {
        findings.add(pointer, "is required");
      } else {
        read.add(category(body, pointer, current));
      }
    }
    return new Menu(currency, read);
  }

  private Menu.Category category(CategoryBody body, String pointer, Current current) {
    var id = findings.id(body.id(), pointer + "/id");
    if (!categories.add(id)) {
      findings.add(pointer + "/id", "is not unique");
    }
    var items = new ArrayList<Menu.Item>();
    var sent = findings.list(body.items(), limits.itemsMax(), pointer + "/items");
    for (int i = 0; i < sent.size(); i++) {
      var at = pointer + "/items/" + i;
      var item = sent.get(i);
      if (item == null) {
        findings.add(at, "is required");
      } else if (skus.size() == limits.itemsMax()) {
        findings.add(at, "is beyond the " + limits.itemsMax() + " items of a menu");
        break;
      } else {
        items.add(item(item, at, current));
      }
    }
    return new Menu.Category(id, findings.text(body.name(), NAME_MAX, pointer + "/name"), items);
  }

  private Menu.Item item(ItemBody body, String pointer, Current current) {
    var sku = findings.id(body.sku(), pointer + "/sku");
    if (!skus.add(sku)) {
      findings.add(pointer + "/sku", "is not unique");
    }
    var tax = body.taxCategory() == null ? "food" : body.taxCategory();
    if (!TAX_CATEGORIES.contains(tax)) {
      findings.add(
          pointer + "/tax_category", "must be one of " + new java.util.TreeSet<>(TAX_CATEGORIES));
    }
    var state = current.of(sku);
    boolean available =
        body.available() == null ? state == null || state.available() : body.available();
    var stock = body.stock() == null ? (state == null ? null : state.stock()) : body.stock();
    if (stock != null) {
      findings.number(stock, 0, limits.stockMax(), null, pointer + "/stock");
    }
    return new Menu.Item(
        sku,
        findings.text(body.name(), NAME_MAX, pointer + "/name"),
        findings.optionalText(body.description(), DESCRIPTION_MAX, pointer + "/description"),
        findings.number(body.price(), 0, limits.priceMax(), null, pointer + "/price"),
        tax,
        available,
        stock,
        dayParts(body.dayParts(), pointer + "/day_parts"),
        groups(body.modifierGroups(), pointer, 1, new HashSet<>()));
  }

  private List<Menu.DayPart> dayParts(@Nullable List<@Nullable DayPartBody> sent, String pointer) {
    var read = new ArrayList<Menu.DayPart>();
    var list = findings.list(sent, limits.dayPartsMax(), pointer);
    for (int i = 0; i < list.size(); i++) {
      var at = pointer + "/" + i;
      var body = list.get(i);
      if (body == null) {
        findings.add(at, "is required");
        continue;
      }
      var from = findings.time(body.from(), at + "/from");
      var to = findings.time(body.to(), at + "/to");
      if (from.equals(to)) {
        findings.add(at, "is empty: from and to are the same");
      }
      read.add(new Menu.DayPart(findings.text(body.name(), NAME_MAX, at + "/name"), from, to));
    }
    return read;
  }

  /// @param ids group and option ids of the item so far
  private List<Menu.ModifierGroup> groups(
      @Nullable List<@Nullable GroupBody> sent, String place, int depth, Set<String> ids) {
    var pointer = place + "/modifier_groups";
    var list = findings.list(sent, limits.groupsPerPlaceMax(), pointer);
    if (depth > limits.nestingMax() && !list.isEmpty()) {
      findings.add(pointer, "is nested deeper than " + limits.nestingMax() + " groups");
      return List.of();
    }
    var read = new ArrayList<Menu.ModifierGroup>();
    for (int i = 0; i < list.size(); i++) {
      var at = pointer + "/" + i;
      var body = list.get(i);
      if (body == null) {
        findings.add(at, "is required");
      } else {
        read.add(group(body, at, depth, ids));
      }
    }
    return read;
  }

  private Menu.ModifierGroup group(GroupBody body, String pointer, int depth, Set<String> ids) {
    var id = findings.id(body.id(), pointer + "/id");
    if (!ids.add("group " + id)) {
      findings.add(pointer + "/id", "is not unique within the item");
    }
    var read = new ArrayList<Menu.Option>();
    var list = findings.list(body.options(), limits.optionsPerGroupMax(), pointer + "/options");
    for (int i = 0; i < list.size(); i++) {
      var at = pointer + "/options/" + i;
      var option = list.get(i);
      if (option == null) {
        findings.add(at, "is required");
      } else if (++options > limits.optionsMax()) {
        findings.add(at, "is beyond the " + limits.optionsMax() + " options of a menu");
        break;
      } else {
        read.add(option(option, at, depth, ids));
      }
    }
    int perOption =
        (int) findings.number(body.maxPerOption(), 1, CHOICES_MAX, 1L, pointer + "/max_per_option");
    long all = (long) read.size() * perOption;
    int min = (int) findings.number(body.min(), 0, CHOICES_MAX, 0L, pointer + "/min");
    long fallback = Math.clamp(all, 1, CHOICES_MAX);
    int max = (int) findings.number(body.max(), 1, CHOICES_MAX, fallback, pointer + "/max");
    if (min > max) {
      findings.add(pointer + "/min", "is above max");
    }
    if (min > all) {
      findings.add(pointer + "/min", "cannot be reached with " + read.size() + " options");
    }
    if (read.isEmpty()) {
      findings.add(pointer + "/options", "is empty");
    }
    var name = findings.text(body.name(), NAME_MAX, pointer + "/name");
    return new Menu.ModifierGroup(id, name, min, max, perOption, read);
  }

  private Menu.Option option(OptionBody body, String pointer, int depth, Set<String> ids) {
    var id = findings.id(body.id(), pointer + "/id");
    if (!ids.add("option " + id)) {
      findings.add(pointer + "/id", "is not unique within the item");
    }
    return new Menu.Option(
        id,
        findings.text(body.name(), NAME_MAX, pointer + "/name"),
        findings.number(body.price(), 0, limits.priceMax(), 0L, pointer + "/price"),
        body.available() == null || body.available(),
        groups(body.modifierGroups(), pointer, depth + 1, ids));
  }
}
