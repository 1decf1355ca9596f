package dev.plaza.order.saga;

import com.fasterxml.jackson.annotation.JsonTypeName;
import dev.plaza.order.order.Fact;
import dev.plaza.order.order.OrderStatus;
import dev.plaza.order.saga.CheckoutSignal.*;
import dev.plaza.order.saga.Journey.Ride;
import java.time.Duration;
import java.time.Instant;

/// From the search for a courier to the door.
sealed interface Riding extends Checkout permits Riding.Dispatching, Riding.Assigned, EnRoute {

  Journey journey();

  Riding with(Journey journey);

  /// Whether the food has left the kitchen.
  boolean onTheRoad();

  static Decision dispatch(Deal deal, Purse purse, Journey journey, Moment now) {
    return Decision.to(new Dispatching(deal, purse, journey, now.in(now.terms().dispatchLimit())))
        .fact(Fact.of(Fact.Type.DISPATCH_REQUESTED).with("ready_at", journey.readyAt().toString()));
  }

  /// Dispatch was faster than our own request to it.
  static Decision early(Cooking.Preparing from, DispatchSignal signal, Moment now) {
    return switch (signal) {
      case CourierAssigned it -> assigned(from.deal(), from.purse(), from.journey(), it, now);
      case CourierUnassigned _, DispatchFailed _, CourierLost _, EtaUpdated _ ->
          Decision.stay(from);
    };
  }

  private static Decision assigned(
      Deal deal, Purse purse, Journey journey, CourierAssigned signal, Moment now) {
    return Decision.to(
            new Assigned(
                deal,
                purse,
                journey.at(signal.seq(), signal.eta()),
                new Ride(signal.assignmentId(), signal.courierId(), false),
                now.in(now.terms().pickupLimit())))
        .fact(
            Fact.of(Fact.Type.COURIER_ASSIGNED)
                .with("courier_id", signal.courierId())
                .with("assignment_id", signal.assignmentId()));
  }

  static Journey delayed(Journey journey, int minutes, Moment now) {
    var from = journey.readyAt().isBefore(now.at()) ? now.at() : journey.readyAt();
    return journey.readyAt(from.plus(Duration.ofMinutes(minutes)), false);
  }

  static Fact readyChanged(Journey journey) {
    return Fact.of(Fact.Type.READY_CHANGED)
        .with("ready_at", journey.readyAt().toString())
        .with("ready", journey.ready());
  }

  /// What the restaurant says while the food is still there.
  private static Decision kitchen(Riding from, KitchenSignal signal, Moment now) {
    return switch (signal) {
      case Accepted _, Acknowledged _, Unreachable _ -> Decision.stay(from);
      case Rejected(var reason) -> Closing.close(from, OrderStatus.REJECTED, reason, 0, now);
      case Delayed(var minutes) -> ready(from, delayed(from.journey(), minutes, now));
      case FoodReady _ ->
          from.journey().ready()
              ? Decision.stay(from)
              : ready(from, from.journey().readyAt(now.at(), true));
      case SubstitutionProposed _ -> Decision.refuse(from, "be substituted any more");
    };
  }

  private static Decision ready(Riding from, Journey journey) {
    return Decision.to(from.with(journey)).fact(readyChanged(journey));
  }

  static Decision eta(Riding from, EtaUpdated signal) {
    return Decision.to(from.with(from.journey().at(signal.seq(), signal.eta())))
        .fact(
            Fact.of(Fact.Type.ETA_CHANGED)
                .with("at", signal.eta().at().toString())
                .with("earliest", signal.eta().earliest().toString())
                .with("latest", signal.eta().latest().toString()));
  }

  static Decision end(Checkout from, String reason, Moment now) {
    return Closing.close(from, OrderStatus.CANCELLED, reason, 0, now);
  }

  static Fact lost(String reason) {
    return Fact.of(Fact.Type.COURIER_LOST).with("reason", reason);
  }

  /// A courier is sought.
  @JsonTypeName("dispatching")
  record Dispatching(Deal deal, Purse purse, Journey journey, Instant deadline) implements Riding {

    @Override
    public OrderStatus status() {
      return OrderStatus.DISPATCHING;
    }

    @Override
    public boolean onTheRoad() {
      return false;
    }

    @Override
    public Checkout with(Purse other) {
      return new Dispatching(deal, other, journey, deadline);
    }

    @Override
    public Riding with(Journey other) {
      return new Dispatching(deal, purse, other, deadline);
    }

    @Override
    public Decision on(CheckoutSignal signal, Moment now) {
      return switch (signal) {
        case DispatchSignal it ->
            it.seq() <= journey.seq() ? Decision.stay(this) : dispatched(it, now);
        case TimerFired it -> isStep(it) ? end(this, "NO_COURIER", now) : onHoldTimer(it, now);
        case KitchenSignal it -> kitchen(this, it, now);
        case PaymentSignal it -> onPayment(it, now);
        case CouponSignal it -> onCoupon(it);
        case CancelRequested it -> onCancel(it, now);
        case SubstitutionAnswered _ -> Decision.stay(this);
        case ReviewDecided _ -> Decision.refuse(this, "be reviewed");
        case RefundRequested _ -> Decision.refuse(this, "be refunded");
        case CourierSignal _ -> Decision.refuse(this, "be moved by a courier");
        case RiskAssessed _ -> Decision.stay(this);
      };
    }

    private Decision dispatched(DispatchSignal signal, Moment now) {
      return switch (signal) {
        case CourierAssigned it -> assigned(deal, purse, journey, it, now);
        case DispatchFailed _ -> end(with(journey.at(signal.seq(), null)), "NO_COURIER", now);
        case EtaUpdated it -> eta(this, it);
        case CourierUnassigned _, CourierLost _ ->
            Decision.to(with(journey.at(signal.seq(), null)));
      };
    }
  }

  /// A courier is on the way to the restaurant.
  @JsonTypeName("assigned")
  record Assigned(Deal deal, Purse purse, Journey journey, Ride ride, Instant deadline)
      implements Riding {

    @Override
    public OrderStatus status() {
      return OrderStatus.COURIER_ASSIGNED;
    }

    @Override
    public boolean onTheRoad() {
      return false;
    }

    @Override
    public Checkout with(Purse other) {
      return new Assigned(deal, other, journey, ride, deadline);
    }

    @Override
    public Riding with(Journey other) {
      return new Assigned(deal, purse, other, ride, deadline);
    }

    @Override
    public Decision on(CheckoutSignal signal, Moment now) {
      return switch (signal) {
        case CourierSignal it -> moved(it, now);
        case DispatchSignal it ->
            it.seq() <= journey.seq() ? Decision.stay(this) : dispatched(it, now);
        case KitchenSignal it -> kitchen(this, it, now);
        case TimerFired it -> isStep(it) ? end(this, "PICKUP_OVERDUE", now) : onHoldTimer(it, now);
        case PaymentSignal it -> onPayment(it, now);
        case CouponSignal it -> onCoupon(it);
        case CancelRequested it -> onCancel(it, now);
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
        case Arrived _ ->
            ride.arrived()
                ? Decision.stay(this)
                : Decision.to(
                        new Assigned(
                            deal,
                            purse,
                            journey,
                            new Ride(ride.assignmentId(), ride.courierId(), true),
                            deadline))
                    .fact(Fact.Type.COURIER_ARRIVED);
        case PickedUp _ ->
            Decision.to(
                    new EnRoute(deal, purse, journey, ride, now.in(now.terms().deliveryLimit())))
                .fact(Fact.Type.PICKED_UP);
        case HandedOver _ -> Decision.refuse(this, "be delivered before it is picked up");
        case Undeliverable _ -> Decision.refuse(this, "be undeliverable before it is picked up");
      };
    }

    private Decision dispatched(DispatchSignal signal, Moment now) {
      return switch (signal) {
        case CourierUnassigned(long seq, var reason) ->
            Decision.to(
                    new Dispatching(
                        deal, purse, journey.at(seq, null), now.in(now.terms().dispatchLimit())))
                .fact(lost(reason));
        case CourierAssigned it -> assigned(deal, purse, journey, it, now);
        case DispatchFailed _ -> end(with(journey.at(signal.seq(), null)), "NO_COURIER", now);
        case CourierLost(long seq, var reason) ->
            end(with(journey.at(seq, null)), "COURIER_LOST", now)
                .after(Decision.to(this).fact(lost(reason)));
        case EtaUpdated it -> eta(this, it);
      };
    }
  }
}
