package dev.plaza.order.saga;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What can happen to a checkout. Any of them may come twice, late or out of order.
public sealed interface CheckoutSignal {

  /// The answer of a screening, before the hold or before the capture.
  record RiskAssessed(RiskDecision decision, List<String> reasons) implements CheckoutSignal {}

  enum RiskDecision {
    ALLOW,
    HOLD,
    REFUSE
  }

  /// A person decided about an order on hold.
  record ReviewDecided(boolean approved, String by) implements CheckoutSignal {}

  /// A timer rang; `due` tells whether it is still the one that the state waits for.
  record TimerFired(Timer.Kind kind, Instant due) implements CheckoutSignal {}

  /// What the payment provider answered or reported. `attempt` numbers the authorisations.
  sealed interface PaymentSignal extends CheckoutSignal {}

  /// @param payment the provider's id of it
  /// @param expiresAt when the provider releases the hold by itself
  record Authorized(int attempt, String payment, Instant heldAt, Instant expiresAt)
      implements PaymentSignal {}

  record Declined(int attempt, String code) implements PaymentSignal {}

  record Voided(int attempt) implements PaymentSignal {}

  /// The hold is gone although nobody here released it.
  record AuthorizationLost(int attempt) implements PaymentSignal {}

  record Captured(int attempt, String payment, long amount) implements PaymentSignal {}

  /// The provider refused for good; an unknown outcome is never reported as this.
  record CaptureFailed(int attempt, String code) implements PaymentSignal {}

  record Refunded(String refundId) implements PaymentSignal {}

  record RefundFailed(String refundId, String code) implements PaymentSignal {}

  /// Somebody gave money back at the provider's own desk.
  record RefundedElsewhere(int attempt, String reference, long amount) implements PaymentSignal {}

  /// What the quota service answered about the order's coupon.
  sealed interface CouponSignal extends CheckoutSignal {}

  record CouponReserved() implements CouponSignal {}

  /// @param code stable: why there is none for this order
  record CouponRefused(String code) implements CouponSignal {}

  record CouponConfirmed() implements CouponSignal {}

  /// The reservation ran out before it was confirmed, and nothing is left to take its place.
  record CouponLost(String code) implements CouponSignal {}

  record CouponReturned() implements CouponSignal {}

  /// What the restaurant says.
  sealed interface KitchenSignal extends CheckoutSignal {}

  /// Its point-of-sale system has the order.
  record Acknowledged() implements KitchenSignal {}

  /// Its point-of-sale system will not get the order.
  record Unreachable() implements KitchenSignal {}

  /// @param minutes null: as long as this restaurant usually takes
  record Accepted(@Nullable Integer minutes) implements KitchenSignal {}

  record Rejected(String reason) implements KitchenSignal {}

  record SubstitutionProposed(Proposal proposal) implements KitchenSignal {}

  record Delayed(int minutes) implements KitchenSignal {}

  record FoodReady() implements KitchenSignal {}

  /// The customer's answer; `approved` false declines the lines.
  record SubstitutionAnswered(boolean approved) implements CheckoutSignal {}

  record CancelRequested(By by, String reason) implements CheckoutSignal {
    public enum By {
      CUSTOMER,
      OPS
    }
  }

  /// @param amount null: all that is left
  record RefundRequested(String refundId, @Nullable Long amount, String reason, Liable liable)
      implements CheckoutSignal {}

  /// What dispatch says; `seq` grows with every event of the order.
  sealed interface DispatchSignal extends CheckoutSignal {
    long seq();
  }

  record CourierAssigned(long seq, String assignmentId, String courierId, Journey.@Nullable Eta eta)
      implements DispatchSignal {}

  /// The courier left before pick-up; dispatch is already looking for another.
  record CourierUnassigned(long seq, String reason) implements DispatchSignal {}

  record DispatchFailed(long seq, String reason) implements DispatchSignal {}

  /// The courier left with the food.
  record CourierLost(long seq, String reason) implements DispatchSignal {}

  record EtaUpdated(long seq, Journey.Eta eta) implements DispatchSignal {}

  /// What the courier says.
  sealed interface CourierSignal extends CheckoutSignal {
    String courierId();
  }

  record Arrived(String courierId) implements CourierSignal {}

  record PickedUp(String courierId) implements CourierSignal {}

  /// @param proof `code` or `photo`
  record HandedOver(String courierId, String proof) implements CourierSignal {}

  record Undeliverable(String courierId, String reason) implements CourierSignal {}
}
