package dev.plaza.order.saga;

import com.fasterxml.jackson.annotation.JsonTypeName;
import dev.plaza.order.order.Fact;
import dev.plaza.order.order.OrderStatus;
import dev.plaza.order.saga.CheckoutCommand.AdjustStock;
import dev.plaza.order.saga.CheckoutCommand.WithdrawFromKitchen;
import dev.plaza.order.saga.CheckoutSignal.*;
import java.time.Instant;
import java.util.List;

/// The end without delivery, and the money's way back.
sealed interface Closing extends Checkout {

  OrderStatus outcome();

  String reason();

  /// Ends the order: nothing but the money is left to do. What the customer does not owe (`fee`) is
  /// released or given back; the order is not over before that is known to be done.
  static Decision close(Checkout from, OrderStatus outcome, String reason, long fee, Moment now) {
    var move = Redemption.giveBack(from.purse().unwind(fee));
    var fact = Fact.of(typeOf(outcome)).with("reason", reason).with("fee", fee);
    var decision =
        Decision.to(next(from.deal(), move.purse(), outcome, reason, fee, now))
            .with(move)
            .fact(fact);
    return switch (from) {
      case Placing _ -> decision.then(new AdjustStock(null));
      case Cooking _ -> toldKitchen(decision.then(new AdjustStock(null)), from, reason);
      case Riding it ->
          it.onTheRoad()
              ? decision
              : toldKitchen(decision.then(new AdjustStock(null)), from, reason);
      case Settling _, Closing _ -> decision;
    };
  }

  private static Decision toldKitchen(Decision decision, Checkout from, String reason) {
    return from.deal().pos() ? decision.then(new WithdrawFromKitchen(reason)) : decision;
  }

  private static Closing next(
      Deal deal, Purse purse, OrderStatus outcome, String reason, long fee, Moment now) {
    return purse.isSettled()
        ? new Closed(deal, purse, outcome, reason)
        : new Unwinding(deal, purse, outcome, reason, fee, now.in(now.terms().unwindLimit()));
  }

  private static Fact.Type typeOf(OrderStatus outcome) {
    return switch (outcome) {
      case REJECTED -> Fact.Type.REJECTED;
      case CANCELLED -> Fact.Type.CANCELLED;
      case PAYMENT_FAILED -> Fact.Type.PAYMENT_FAILED;
      case EXPIRED -> Fact.Type.EXPIRED;
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
          CAPTURED,
          CANCELLING ->
          throw new IllegalArgumentException(outcome + " is not an end without delivery");
    };
  }

  /// Money is held, or on its way, or its whereabouts are not known.
  @JsonTypeName("unwinding")
  record Unwinding(
      Deal deal, Purse purse, OrderStatus outcome, String reason, long fee, Instant deadline)
      implements Closing {

    @Override
    public OrderStatus status() {
      return OrderStatus.CANCELLING;
    }

    @Override
    public Checkout with(Purse other) {
      return new Unwinding(deal, other, outcome, reason, fee, deadline);
    }

    @Override
    public List<Timer> timers(Terms terms) {
      return List.of(new Timer(Timer.Kind.STEP, deadline));
    }

    @Override
    public Decision on(CheckoutSignal signal, Moment now) {
      return switch (signal) {
        case PaymentSignal it -> money(it);
        case TimerFired it -> isStep(it) ? again(now) : Decision.stay(this);
        case CouponSignal it -> onCoupon(it);
        case CancelRequested _ -> Decision.stay(this);
        case ReviewDecided _ -> Decision.refuse(this, "be reviewed");
        case RefundRequested _ -> Decision.refuse(this, "be refunded yet");
        case SubstitutionAnswered _ -> Decision.refuse(this, "have a substitution answered");
        case KitchenSignal _ -> Decision.refuse(this, "be answered by the restaurant");
        case CourierSignal _ -> Decision.refuse(this, "be moved by a courier");
        case RiskAssessed _, DispatchSignal _ -> Decision.stay(this);
      };
    }

    private Decision money(PaymentSignal signal) {
      var move = purse.on(signal);
      long owed =
          switch (move.news()) {
            // Better no fee than a customer whose money stays held.
            case CAPTURE_REFUSED, LOST -> 0;
            case NONE, LIVE, DECLINED, VOIDED, CAPTURED, REFUNDED, REFUND_FAILED -> fee;
          };
      var more =
          switch (move.news()) {
            case CAPTURED, CAPTURE_REFUSED, LIVE -> Purse.unwind(move, owed);
            // A refused refund is tried again when the alarm rings, not at once.
            case NONE, DECLINED, VOIDED, LOST, REFUNDED, REFUND_FAILED -> move;
          };
      if (more.purse().isSettled() && more.purse().refundable() <= owed) {
        return Decision.to(new Closed(deal, more.purse(), outcome, reason))
            .with(more)
            .fact(settled(more.purse()));
      }
      return Decision.to(new Unwinding(deal, more.purse(), outcome, reason, owed, deadline))
          .with(more);
    }

    private static Fact settled(Purse purse) {
      return Fact.of(Fact.Type.SETTLED)
          .with("captured", purse.captured())
          .with("refunded", purse.refunded());
    }

    private Decision again(Moment now) {
      var move = purse.unwind(fee);
      var next =
          new Unwinding(
              deal, move.purse(), outcome, reason, fee, now.in(now.terms().unwindLimit()));
      return Decision.to(next)
          .with(move)
          .fact(Fact.of(Fact.Type.NEEDS_ATTENTION).with("cause", "money_not_back"));
    }
  }

  /// Over. A kept fee can still be given back, and a late success at the provider is released.
  @JsonTypeName("closed")
  record Closed(Deal deal, Purse purse, OrderStatus outcome, String reason) implements Closing {

    @Override
    public OrderStatus status() {
      return outcome;
    }

    @Override
    public Instant deadline() {
      return Instant.MAX;
    }

    @Override
    public Checkout with(Purse other) {
      return new Closed(deal, other, outcome, reason);
    }

    @Override
    public List<Timer> timers(Terms terms) {
      return List.of();
    }

    @Override
    public Decision on(CheckoutSignal signal, Moment now) {
      return switch (signal) {
        case PaymentSignal it -> late(it);
        case RefundRequested it -> Settling.refund(this, it);
        case CouponSignal it -> onCoupon(it);
        case CancelRequested _ ->
            outcome == OrderStatus.CANCELLED
                ? Decision.stay(this)
                : Decision.refuse(this, "be cancelled");
        case ReviewDecided _ -> Decision.refuse(this, "be reviewed");
        case SubstitutionAnswered _ -> Decision.refuse(this, "have a substitution answered");
        case KitchenSignal _ -> Decision.refuse(this, "be answered by the restaurant");
        case CourierSignal _ -> Decision.refuse(this, "be moved by a courier");
        case RiskAssessed _, TimerFired _, DispatchSignal _ -> Decision.stay(this);
      };
    }

    private Decision late(PaymentSignal signal) {
      var move = purse.on(signal);
      var more =
          switch (move.news()) {
            // Taken after the end: all of it goes back.
            case CAPTURED, LIVE -> Purse.unwind(move, 0);
            case NONE, DECLINED, VOIDED, LOST, REFUNDED, REFUND_FAILED, CAPTURE_REFUSED -> move;
          };
      return Decision.to(with(more.purse())).with(more);
    }
  }
}
