package dev.plaza.order.pricing;

import dev.plaza.order.cart.CartLimits;
import dev.plaza.order.cart.Flaw;
import dev.plaza.order.cart.Selection;
import dev.plaza.order.restaurant.Menu;
import dev.plaza.platform.problem.ProblemException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;

/// Works a restaurant's replacements into the lines of an order. Pure.
final class Replacing {

  private final Menu menu;
  private final TaxRules tax;

  Replacing(Menu menu, TaxRules tax) {
    this.menu = menu;
    this.tax = tax;
  }

  /// @return the lines in their order, replaced ones under their old ids, dropped ones left out
  /// @throws ProblemException 422 `substitution_invalid`
  List<OrderLine> lines(List<OrderLine> present, List<Substitution.Replacement> replacements) {
    var lines = new LinkedHashMap<String, OrderLine>();
    present.forEach(it -> lines.put(it.lineId(), it));
    var open = new HashSet<>(lines.keySet());
    for (int i = 0; i < replacements.size(); i++) {
      var it = replacements.get(i);
      if (!open.remove(it.lineId())) {
        throw invalid("/items/" + i + "/line_id", "is no line of this order, or stands twice");
      }
      if (it.sku() == null) {
        lines.remove(it.lineId());
      } else {
        lines.replace(it.lineId(), line(it, it.sku(), "/items/" + i));
      }
    }
    return List.copyOf(lines.values());
  }

  /// The note was about another item, so it is not kept.
  private OrderLine line(Substitution.Replacement it, String sku, String at) {
    if (it.quantity() < 1 || it.quantity() > CartLimits.QUANTITY) {
      throw invalid(at + "/quantity", "must be between 1 and " + CartLimits.QUANTITY);
    }
    Menu.Item item =
        menu.item(sku).orElseThrow(() -> invalid(at + "/sku", "is not on the newest menu"));
    var selection = Selection.of(item, it.modifiers());
    if (!selection.flaws().isEmpty()) {
      Flaw flaw = selection.flaws().getFirst();
      throw invalid(at + flaw.pointer(), flaw.detail());
    }
    return Basket.line(it.lineId(), item, selection, it.quantity(), null, tax);
  }

  private static ProblemException invalid(String pointer, String detail) {
    return new ProblemException(PricingProblem.SUBSTITUTION_INVALID, pointer + " " + detail + ".")
        .at(pointer, detail);
  }
}
