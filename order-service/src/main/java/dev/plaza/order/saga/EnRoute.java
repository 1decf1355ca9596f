package dev.plaza.order.saga;

import com.fasterxml.jackson.annotation.JsonTypeName;
import dev.plaza.order.order.Fact;
import dev.plaza.order.order.OrderStatus;
import dev.plaza.order.saga.CheckoutSignal.*;
import dev.plaza.order.saga.Journey.Ride;
import java.time.Instant;

/// The courier has the food.
@JsonTypeName("en_route")
record EnRoute(Deal deal, Purse purse, Journey journey, Ride ride, Instant deadline)
    implements Riding {

  @Override
  public OrderStatus status() {
    return OrderStatus.COURIER_EN_ROUTE;
  }

  @Override
  public boolean onTheRoad() {
    return true;
  }

  @Override
  public Checkout with(Purse other) {
    return new EnRoute(deal, other, journey, ride, deadline);
  }

  @Override
  public Riding with(Journey other) {
    return new EnRoute(deal, purse, other, ride, deadline);
  }

  @Override
  public Decision on(CheckoutSignal signal, Moment now) {
    return switch (signal) {
      case CourierSignal it -> moved(it, now);
      case DispatchSignal it ->
          it.seq() <= journey.seq() ? Decision.stay(this) : dispatched(it, now);
      case TimerFired it ->
          isStep(it) ? Riding.end(this, "DELIVERY_OVERDUE", now) : onHoldTimer(it, now);
      case PaymentSignal it -> onPayment(it, now);
      case CouponSignal it -> onCoupon(it);
      case CancelRequested it -> onCancel(it, now);
      case KitchenSignal it ->
          switch (it) {
            case FoodReady _, Acknowledged _, Unreachable _, Accepted _ -> Decision.stay(this);
            case Rejected _, Delayed _, SubstitutionProposed _ ->
                Decision.refuse(this, "be changed by the restaurant");
          };
      case SubstitutionAnswered _ -> Decision.stay(this);
      case ReviewDecided _ -> Decision.refuse(this, "be reviewed");
      case RefundRequested _ -> Decision.refuse(this, "be refunded");
      case RiskAssessed _ -> Decision.stay(this);
    };
  }

  private Decision moved(CourierSignal signal, Moment now) {
    if (!signal.courierId().equals(ride.courierId())) {
      return Decision.refuse(this, "be moved by another courier");
    }
    return switch (signal) {
      case Arrived _, PickedUp _ -> Decision.stay(this);
      case HandedOver(var _, var proof) -> Settling.deliver(this, ride, proof, now);
      case Undeliverable(var _, var reason) ->
          Closing.close(
                  this,
                  OrderStatus.CANCELLED,
                  "UNDELIVERABLE",
                  CancellationPolicy.fee(deal.total(), now.terms().undeliverableFeePercent()),
                  now)
              .after(
                  Decision.to(this).fact(Fact.of(Fact.Type.UNDELIVERABLE).with("reason", reason)));
    };
  }

  private Decision dispatched(DispatchSignal signal, Moment now) {
    return switch (signal) {
      case CourierLost(long seq, var reason) ->
          Riding.end(with(journey.at(seq, null)), "COURIER_LOST", now)
              .after(Decision.to(this).fact(Riding.lost(reason)));
      case EtaUpdated it -> Riding.eta(this, it);
      // The pick-up crossed these on the wire; whoever has the food keeps it.
      case CourierAssigned _, CourierUnassigned _, DispatchFailed _ ->
          Decision.to(with(journey.at(signal.seq(), null)));
    };
  }
}
