package dev.plaza.order.order;

/// Where an order is in its life, as the HTTP contract names it.
public enum OrderStatus {
  /// Stored, not yet screened.
  PENDING,
  /// The provider is asked for a hold.
  PAYMENT_AUTHORIZING,
  /// A person of operations must decide; see the order's reason.
  ON_HOLD,
  /// The money is held; the restaurant has not answered.
  AWAITING_RESTAURANT,
  /// The restaurant offers something else; the customer has not answered.
  SUBSTITUTION_PROPOSED,
  /// Accepted; too early for a courier.
  PREPARING,
  /// A courier is sought.
  DISPATCHING,
  /// A courier is bound to it and on the way to the restaurant.
  COURIER_ASSIGNED,
  /// Picked up.
  COURIER_EN_ROUTE,
  /// Handed over; the money is not yet taken.
  DELIVERED,
  /// The end everybody wants.
  CAPTURED,
  /// It will end without delivery; the money is on its way back. A semantic lock: nothing but the
  /// answers of the payment provider moves it.
  CANCELLING,
  /// The restaurant said no.
  REJECTED,
  /// Ended by a person, or by the platform because a step did not happen.
  CANCELLED,
  /// No hold could be had.
  PAYMENT_FAILED,
  /// A review or a hold ran out of time.
  EXPIRED;

  /// Whether nothing but a refund can follow.
  public boolean terminal() {
    return switch (this) {
      case CAPTURED, REJECTED, CANCELLED, PAYMENT_FAILED, EXPIRED -> true;
      case PENDING,
          PAYMENT_AUTHORIZING,
          ON_HOLD,
          AWAITING_RESTAURANT,
          SUBSTITUTION_PROPOSED,
          PREPARING,
          DISPATCHING,
          COURIER_ASSIGNED,
          COURIER_EN_ROUTE,
          DELIVERED,
          CANCELLING ->
          false;
    };
  }
}
