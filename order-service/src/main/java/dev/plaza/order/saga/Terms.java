package dev.plaza.order.saga;

import dev.plaza.order.order.OrderStatus;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// The saga's terms: how long each step may take and what cancelling costs. Each is listed in the
/// README.
///
/// @param authorizationLimit until the provider must have answered
/// @param couponLimit until the quota service must have answered
/// @param acknowledgementLimit until a point-of-sale system must have confirmed that it has it
/// @param restaurantLimit until the restaurant must have answered
/// @param substitutionLimit until the customer must have answered; then the lines are declined
/// @param proposalsMax substitutions a restaurant may propose for one order
/// @param usualPrepMinute how long a minute of a restaurant's usual preparation time lasts, where
///     it gave none for the order; shorter where time is scaled
/// @param rideMinuteM metres that a courier makes in such a minute
/// @param dispatchLead how long before the food is ready a courier is sought
/// @param dispatchLimit backstop: dispatch itself gives up earlier
/// @param pickupLimit from the assignment to the pick-up
/// @param deliveryLimit from the pick-up to the hand-over
/// @param captureLimit after this a capture without answer needs a person
/// @param captureTries how often a refused capture is tried again
/// @param captureRetry between those tries
/// @param renewBefore a hold is replaced this long before it expires
/// @param reviewLimit how long an order may wait for a review
/// @param unwindLimit after this, money that is not back needs a person; also the wait between
///     tries
/// @param feePercent what a customer's cancellation costs, percent of the total, by status; a
///     status that is not here cannot be cancelled by the customer
/// @param undeliverableFeePercent what the customer pays when nobody took the delivery
@Validated
@ConfigurationProperties("order.checkout")
public record Terms(
    @DefaultValue("60s") Duration authorizationLimit,
    @DefaultValue("30s") Duration couponLimit,
    @DefaultValue("45s") Duration acknowledgementLimit,
    @DefaultValue("5m") Duration restaurantLimit,
    @DefaultValue("3m") Duration substitutionLimit,
    @DefaultValue("3") @Min(1) @Max(20) int proposalsMax,
    @DefaultValue("60s") Duration usualPrepMinute,
    @DefaultValue("250") @Min(1) int rideMinuteM,
    @DefaultValue("12m") Duration dispatchLead,
    @DefaultValue("30m") Duration dispatchLimit,
    @DefaultValue("90m") Duration pickupLimit,
    @DefaultValue("2h") Duration deliveryLimit,
    @DefaultValue("10m") Duration captureLimit,
    @DefaultValue("4") @Min(0) @Max(20) int captureTries,
    @DefaultValue("30s") Duration captureRetry,
    @DefaultValue("12h") Duration renewBefore,
    @DefaultValue("12h") Duration reviewLimit,
    @DefaultValue("10m") Duration unwindLimit,
    Map<OrderStatus, @Min(0) @Max(100) Integer> feePercent,
    @DefaultValue("0") @Min(0) @Max(100) int undeliverableFeePercent) {

  /// Free until the kitchen starts, then half; not any more once the food is on the way.
  public static final Map<OrderStatus, Integer> FEE_PERCENT =
      Map.of(
          OrderStatus.PENDING, 0,
          OrderStatus.PAYMENT_AUTHORIZING, 0,
          OrderStatus.ON_HOLD, 0,
          OrderStatus.AWAITING_RESTAURANT, 0,
          OrderStatus.SUBSTITUTION_PROPOSED, 0,
          OrderStatus.PREPARING, 50,
          OrderStatus.DISPATCHING, 50,
          OrderStatus.COURIER_ASSIGNED, 50);

  public Terms {
    feePercent = feePercent == null || feePercent.isEmpty() ? FEE_PERCENT : Map.copyOf(feePercent);
  }
}
