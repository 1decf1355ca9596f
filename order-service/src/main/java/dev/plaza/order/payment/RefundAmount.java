package dev.plaza.order.payment;

import com.fasterxml.jackson.annotation.JsonCreator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// An amount in a request: `{"amount": 500, "currency": "EUR"}`, or just `500` minor units of the
/// order's currency.
record RefundAmount(long amount, @Nullable String currency) {

  RefundAmount {
    if (amount <= 0) {
      throw new IllegalArgumentException("an amount to give back is positive");
    }
  }

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static RefundAmount of(JsonNode node) {
    var amount = node.isObject() ? node.path("amount") : node;
    if (!amount.isIntegralNumber() || !amount.canConvertToLong()) {
      throw new IllegalArgumentException("an amount is a whole number of minor units");
    }
    var currency = node.path("currency");
    return new RefundAmount(
        amount.longValue(), currency.isString() ? currency.stringValue() : null);
  }
}
