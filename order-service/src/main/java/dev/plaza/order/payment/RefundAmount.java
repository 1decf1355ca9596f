package dev.plaza.order.payment;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;
import org.jspecify.annotations.Nullable;

/// An amount in a request: `{"amount": 500, "currency": "EUR"}`, or just `500` minor units of the
/// order's currency.
record RefundAmount(@NotNull Long amount, @Nullable String currency) {

  @JsonCreator
  RefundAmount(
      @JsonProperty("amount") Long amount, @JsonProperty("currency") @Nullable String currency) {
    if (amount != null && amount <= 0) {
      throw new IllegalArgumentException("an amount to give back is positive");
    }
    this.amount = amount;
    this.currency = currency;
  }

  @JsonCreator
  static RefundAmount ofMinorUnits(long amount) {
    return new RefundAmount(amount, null);
  }
}
