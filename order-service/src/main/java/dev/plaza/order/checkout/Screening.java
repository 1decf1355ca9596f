package dev.plaza.order.checkout;

import dev.plaza.order.order.OrderContent;
import dev.plaza.order.order.StoredOrder;
import dev.plaza.order.saga.CheckoutSignal.RiskAssessed;
import org.jspecify.annotations.Nullable;

/// Says whether an order may go on, before anybody asks for money. Reads only, inside the
/// transaction that places the order. Implemented by risk, which checkout does not know.
public interface Screening {

  /// @param device fingerprint of the customer's device
  RiskAssessed beforeHold(
      StoredOrder order, OrderContent content, String paymentMethod, @Nullable String device);
}
