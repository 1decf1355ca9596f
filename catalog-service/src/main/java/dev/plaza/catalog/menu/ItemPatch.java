package dev.plaza.catalog.menu;

import dev.plaza.platform.problem.CommonProblem;
import dev.plaza.platform.problem.ProblemException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The body of `PATCH …/items/{sku}`. What is absent stays; `"stock": null` ends the counting.
///
/// @param available null: absent
record ItemPatch(@Nullable Boolean available, boolean hasStock, @Nullable Integer stock) {

  static ItemPatch of(JsonNode body, MenuLimits limits) {
    if (!body.isObject()) {
      throw malformed("", "must be an object");
    }
    var available = body.get("available");
    if (available != null && !available.isBoolean()) {
      throw malformed("/available", "must be true or false");
    }
    var stock = body.get("stock");
    boolean counted = stock != null && !stock.isNull();
    if (counted && !(stock.isIntegralNumber() && stock.canConvertToInt())) {
      throw malformed("/stock", "must be a whole number or null");
    }
    if (available == null && stock == null) {
      throw new ProblemException(CommonProblem.INVALID, "There is nothing to change.")
          .at("", "needs available or stock");
    }
    var left = counted ? Integer.valueOf(stock.intValue()) : null;
    if (left != null && (left < 0 || left > limits.stockMax())) {
      throw new ProblemException(CommonProblem.INVALID, "The stock is out of range.")
          .at("/stock", "must be in 0.." + limits.stockMax());
    }
    return new ItemPatch(available == null ? null : available.booleanValue(), stock != null, left);
  }

  private static ProblemException malformed(String pointer, String detail) {
    return new ProblemException(CommonProblem.MALFORMED, "The body cannot be read.")
        .at(pointer, detail);
  }

  ItemState over(ItemState before) {
    return new ItemState(
        before.sku(),
        available == null ? before.available() : available,
        hasStock ? stock : before.stock(),
        before.revision());
  }
}
