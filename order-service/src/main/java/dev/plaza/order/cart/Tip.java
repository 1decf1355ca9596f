package dev.plaza.order.cart;

import com.fasterxml.jackson.annotation.JsonCreator;
import dev.plaza.platform.problem.CommonProblem;
import dev.plaza.platform.problem.ProblemException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A tip as clients send it: `{"amount": 200, "currency": "EUR"}`, or just `200` minor units of the
/// cart's currency.
///
/// @param currency null: that of the cart
record Tip(long amount, @Nullable String currency) {

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static Tip of(JsonNode node) {
    var amount = node.isObject() ? node.path("amount") : node;
    if (!amount.isIntegralNumber() || !amount.canConvertToLong()) {
      throw new IllegalArgumentException("a tip is a whole number of minor units");
    }
    var currency = node.path("currency");
    return new Tip(amount.longValue(), currency.isString() ? currency.stringValue() : null);
  }

  /// @return minor units of `cartCurrency`; 422 when negative or of another currency
  long in(String cartCurrency) {
    if (amount < 0) {
      throw refused("must be greater than or equal to 0");
    }
    if (currency != null && !currency.equals(cartCurrency)) {
      throw refused("must be in " + cartCurrency);
    }
    return amount;
  }

  private static ProblemException refused(String why) {
    return new ProblemException(CommonProblem.INVALID, "The request breaks a rule.")
        .at("/tip", why);
  }
}
