package dev.plaza.order.pricing;

import dev.plaza.order.cart.CartLine;
import dev.plaza.order.cart.Picked;
import dev.plaza.order.cart.Selection;
import dev.plaza.order.restaurant.Menu;
import dev.plaza.order.restaurant.Shop;
import java.time.Instant;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What of a cart can be had now, at the newest menu's prices, and what has changed. Pure.
///
/// @param lines not yet priced beyond their pieces
record Basket(List<OrderLine> lines, List<Change> changes) {

  static Basket of(Shop shop, List<CartLine> wanted, TaxRules tax, Instant now) {
    var lines = new ArrayList<OrderLine>();
    var changes = new ArrayList<Change>();
    Map<String, Integer> left = new HashMap<>();
    LocalTime time = shop.localTime(now);
    for (CartLine line : wanted) {
      Menu.Item item = shop.menu().item(line.sku()).orElse(null);
      if (item == null) {
        changes.add(gone(line, Change.Kind.REMOVED));
        continue;
      }
      var selection = Selection.of(item, line.choices());
      if (!selection.flaws().isEmpty() || !selection.isAvailable()) {
        changes.add(gone(line, Change.Kind.MODIFIER_UNAVAILABLE));
        continue;
      }
      int available =
          item.isSoldAt(time) ? left.computeIfAbsent(item.sku(), _ -> shop.left(item)) : 0;
      int quantity = Math.min(line.quantity(), available);
      if (quantity < line.quantity()) {
        changes.add(
            new Change(
                line.lineId(),
                line.sku(),
                Change.Kind.UNAVAILABLE,
                (long) line.quantity(),
                (long) quantity));
      }
      if (quantity > 0) {
        left.put(item.sku(), available - quantity);
        var priced = line(line.lineId(), item, selection, quantity, line.note(), tax);
        lines.add(priced);
        priceChange(line, priced, changes);
      }
    }
    return new Basket(List.copyOf(lines), List.copyOf(changes));
  }

  static OrderLine line(
      String lineId,
      Menu.Item item,
      Selection selection,
      int quantity,
      @Nullable String note,
      TaxRules tax) {
    return new OrderLine(
        lineId,
        item.sku(),
        item.name(),
        quantity,
        item.price(),
        modifiers(selection.picked()),
        selection.cost(),
        item.taxCategory(),
        tax.rate(item.taxCategory()),
        0,
        0,
        0,
        note);
  }

  private static void priceChange(CartLine line, OrderLine priced, List<Change> changes) {
    if (priced.piece() != line.seenPrice()) {
      changes.add(
          new Change(
              line.lineId(),
              line.sku(),
              Change.Kind.PRICE_CHANGED,
              line.seenPrice(),
              priced.piece()));
    }
  }

  private static Change gone(CartLine line, Change.Kind kind) {
    return new Change(line.lineId(), line.sku(), kind, (long) line.quantity(), 0L);
  }

  private static List<OrderLine.Modifier> modifiers(List<Picked> picked) {
    return picked.stream()
        .map(
            it ->
                new OrderLine.Modifier(
                    it.groupId(),
                    it.optionId(),
                    it.name(),
                    it.quantity(),
                    it.price(),
                    modifiers(it.modifiers())))
        .toList();
  }
}
