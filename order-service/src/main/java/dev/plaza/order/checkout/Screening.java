package dev.plaza.order.checkout;

import dev.plaza.order.pricing.OrderDraft;
import dev.plaza.order.saga.CheckoutSignal.RiskAssessed;
import org.jspecify.annotations.Nullable;

/// Says whether an order may go on, before anybody asks for money. Inside the transaction
/// that places the order. Implemented by risk, which checkout does not know.
public interface Screening {

  /// @param orderId of the order that is about to be stored
  /// @param device fingerprint of the customer's device
  RiskAssessed beforeHold(
      String orderId, OrderDraft draft, String paymentMethod, @Nullable String device);
}
