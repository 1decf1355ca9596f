package dev.plaza.order.cart;

import dev.plaza.order.restaurant.Menu;
import dev.plaza.platform.problem.ProblemException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Makes the lines of a cart from what was asked for and a menu. Pure.
///
/// Whether something can be had right now is not asked here: stock and hours change until the
/// order, so the price says it. What the menu never has is refused at once.
final class CartLines {

  private CartLines() {}

  /// @throws ProblemException 422 with a pointer for every flaw; its code is that of the first
  static List<CartLine> of(Menu menu, List<CartRequest.Item> items) {
    var lines = new LinkedHashMap<String, CartLine>();
    var found = new ArrayList<Found>();
    for (int i = 0; i < items.size(); i++) {
      add(menu, items.get(i), "/items/" + i, lines, found);
    }
    if (!found.isEmpty()) {
      throw problem(found);
    }
    return List.copyOf(lines.values());
  }

  /// @throws ArithmeticException beyond any sensible amount
  static long subtotal(List<CartLine> lines) {
    long sum = 0;
    for (CartLine it : lines) {
      sum = Math.addExact(sum, Math.multiplyExact(it.quantity(), it.seenPrice()));
    }
    return sum;
  }

  private record Found(
      CartProblem code, String pointer, String detail, Flaw.@Nullable MissingGroup missing) {}

  private static void add(
      Menu menu, CartRequest.Item item, String at, Map<String, CartLine> lines, List<Found> found) {
    var onMenu = menu.item(item.sku());
    if (onMenu.isEmpty()) {
      found.add(
          new Found(CartProblem.ITEM_UNKNOWN, at + "/sku", "is not on the newest menu", null));
      return;
    }
    var selection = Selection.of(onMenu.get(), item.choices());
    if (!selection.flaws().isEmpty()) {
      selection.flaws().forEach(it -> found.add(found(it, at, item.sku())));
      return;
    }
    var line = line(onMenu.get(), item, selection);
    var merged = lines.merge(line.lineId(), line, CartLines::together);
    if (merged.quantity() > CartLimits.QUANTITY) {
      found.add(
          new Found(
              CartProblem.QUANTITY_TOO_HIGH,
              at + "/quantity",
              "equal lines together may have at most " + CartLimits.QUANTITY + " pieces",
              null));
    }
  }

  private static CartLine line(Menu.Item onMenu, CartRequest.Item item, Selection selection) {
    var choices = selection.choices();
    String note = item.cleanNote();
    return new CartLine(
        CartLine.idOf(item.sku(), choices, note),
        item.sku(),
        onMenu.name(),
        item.quantity(),
        choices,
        note,
        Math.addExact(onMenu.price(), selection.cost()));
  }

  private static CartLine together(CartLine a, CartLine b) {
    return new CartLine(
        a.lineId(),
        a.sku(),
        a.name(),
        a.quantity() + b.quantity(),
        a.choices(),
        a.note(),
        a.seenPrice());
  }

  private static Found found(Flaw flaw, String at, String sku) {
    return switch (flaw) {
      case Flaw.Missing it ->
          new Found(it.code(), at + it.pointer(), it.detail(), it.shown(at, sku));
      case Flaw.Wrong it -> new Found(it.code(), at + it.pointer(), it.detail(), null);
    };
  }

  private static ProblemException problem(List<Found> found) {
    var first = found.getFirst();
    var problem = new ProblemException(first.code(), first.pointer() + " " + first.detail() + ".");
    var missing = new ArrayList<Flaw.MissingGroup>();
    for (Found it : found) {
      problem.at(it.pointer(), it.detail());
      if (it.missing() != null) {
        missing.add(it.missing());
      }
    }
    return missing.isEmpty() ? problem : problem.with("missing", missing);
  }
}
