package dev.plaza.order.saga;

import com.fasterxml.jackson.annotation.JsonTypeName;
import dev.plaza.order.order.Fact;
import dev.plaza.order.order.OrderStatus;
import dev.plaza.order.saga.CheckoutCommand.OfferToKitchen;
import dev.plaza.order.saga.CheckoutSignal.*;
import java.time.Instant;
import java.util.List;

/// From the order to the hold on the money.
sealed interface Placing extends Checkout {

  /// Screening passed: redeem the coupon, if there is one, before anybody asks for money.
  private static Decision proceed(Checkout from, Moment now) {
    var coupon = from.purse().coupon();
    if (coupon == null) {
      return authorize(from, now);
    }
    var move = Redemption.reserve(from.purse(), coupon);
    return Decision.to(new Redeeming(from.deal(), move.purse(), now.in(now.terms().couponLimit())))
        .with(move);
  }

  /// Ask for the hold. An order that costs nothing needs none.
  private static Decision authorize(Checkout from, Moment now) {
    var deal = from.deal();
    if (deal.total() == 0) {
      return offer(from, now);
    }
    var move = from.purse().ask(deal.method(), deal.total());
    return Decision.to(
            new Authorizing(deal, move.purse(), now.in(now.terms().authorizationLimit())))
        .with(move)
        .fact(Fact.Type.PAYMENT_REQUESTED);
  }

  private static Decision offer(Checkout from, Moment now) {
    var deal = from.deal();
    var wait = deal.pos() ? now.terms().acknowledgementLimit() : now.terms().restaurantLimit();
    var decision =
        Decision.to(new Cooking.AwaitingRestaurant(deal, from.purse(), false, now.in(wait)))
            .fact(Fact.of(Fact.Type.AUTHORIZED).with("amount", from.purse().authorized()));
    return deal.pos() ? decision.then(new OfferToKitchen()) : decision;
  }

  /// Stored; the screening decides.
  @JsonTypeName("pending")
  record Pending(Deal deal, Purse purse) implements Placing {

    @Override
    public OrderStatus status() {
      return OrderStatus.PENDING;
    }

    @Override
    public Instant deadline() {
      return Instant.MAX;
    }

    @Override
    public Checkout with(Purse other) {
      return new Pending(deal, other);
    }

    @Override
    public Decision on(CheckoutSignal signal, Moment now) {
      return switch (signal) {
        case RiskAssessed(var decision, var reasons) ->
            switch (decision) {
              case ALLOW -> proceed(this, now);
              case HOLD ->
                  Decision.to(new OnHold(deal, purse, now.in(now.terms().reviewLimit())))
                      .fact(Fact.of(Fact.Type.HELD).with("reason", "RISK").with("rules", reasons));
              case REFUSE -> Closing.close(this, OrderStatus.CANCELLED, "RISK_REFUSED", 0, now);
            };
        case CouponSignal it -> onCoupon(it);
        case CancelRequested it -> onCancel(it, now);
        case PaymentSignal it -> onPayment(it, now);
        case ReviewDecided _ -> Decision.refuse(this, "be reviewed");
        case RefundRequested _ -> Decision.refuse(this, "be refunded");
        case SubstitutionAnswered _ -> Decision.refuse(this, "have a substitution answered");
        case KitchenSignal _ -> Decision.refuse(this, "be answered by the restaurant");
        case CourierSignal _ -> Decision.refuse(this, "be moved by a courier");
        case TimerFired _, DispatchSignal _ -> Decision.stay(this);
      };
    }
  }

  /// A person must look at it before anybody asks for money.
  @JsonTypeName("placement_on_hold")
  record OnHold(Deal deal, Purse purse, Instant deadline) implements Placing {

    @Override
    public OrderStatus status() {
      return OrderStatus.ON_HOLD;
    }

    @Override
    public Checkout with(Purse other) {
      return new OnHold(deal, other, deadline);
    }

    @Override
    public Decision on(CheckoutSignal signal, Moment now) {
      return switch (signal) {
        case ReviewDecided(var approved, var by) -> {
          var reviewed = Decision.stay(this).fact(reviewed(approved, by));
          yield (approved
                  ? proceed(this, now)
                  : Closing.close(this, OrderStatus.CANCELLED, "RISK_REFUSED", 0, now))
              .after(reviewed);
        }
        case TimerFired it ->
            isStep(it)
                ? Closing.close(this, OrderStatus.EXPIRED, "REVIEW_OVERDUE", 0, now)
                : Decision.stay(this);
        case CouponSignal it -> onCoupon(it);
        case CancelRequested it -> onCancel(it, now);
        case PaymentSignal it -> onPayment(it, now);
        case RefundRequested _ -> Decision.refuse(this, "be refunded");
        case SubstitutionAnswered _ -> Decision.refuse(this, "have a substitution answered");
        case KitchenSignal _ -> Decision.refuse(this, "be answered by the restaurant");
        case CourierSignal _ -> Decision.refuse(this, "be moved by a courier");
        case RiskAssessed _, DispatchSignal _ -> Decision.stay(this);
      };
    }
  }

  static Fact reviewed(boolean approved, String by) {
    return Fact.of(Fact.Type.REVIEWED).with("approved", approved).with("by", by);
  }

  /// The quota service is asked for the coupon. Refused, the order ends and costs nothing: the
  /// customer has agreed to the price with the discount, not to another.
  @JsonTypeName("redeeming")
  record Redeeming(Deal deal, Purse purse, Instant deadline) implements Placing {

    @Override
    public OrderStatus status() {
      return OrderStatus.PENDING;
    }

    @Override
    public Checkout with(Purse other) {
      return new Redeeming(deal, other, deadline);
    }

    @Override
    public Decision on(CheckoutSignal signal, Moment now) {
      return switch (signal) {
        case CouponSignal it -> answered(it, now);
        case TimerFired it ->
            isStep(it)
                ? Closing.close(this, OrderStatus.PAYMENT_FAILED, "coupon_timeout", 0, now)
                : Decision.stay(this);
        case CancelRequested it -> onCancel(it, now);
        case PaymentSignal it -> onPayment(it, now);
        case ReviewDecided _ -> Decision.refuse(this, "be reviewed");
        case RefundRequested _ -> Decision.refuse(this, "be refunded");
        case SubstitutionAnswered _ -> Decision.refuse(this, "have a substitution answered");
        case KitchenSignal _ -> Decision.refuse(this, "be answered by the restaurant");
        case CourierSignal _ -> Decision.refuse(this, "be moved by a courier");
        case RiskAssessed _, DispatchSignal _ -> Decision.stay(this);
      };
    }

    private Decision answered(CouponSignal signal, Moment now) {
      var move = Redemption.on(purse, signal);
      var next = with(move.purse());
      return switch (signal) {
        case CouponReserved _ -> authorize(next, now).with(move);
        case CouponRefused _ ->
            Closing.close(next, OrderStatus.PAYMENT_FAILED, "coupon_refused", 0, now).with(move);
        case CouponConfirmed _, CouponLost _, CouponReturned _ -> Decision.to(next).with(move);
      };
    }
  }

  /// The provider is asked for the hold.
  @JsonTypeName("authorizing")
  record Authorizing(Deal deal, Purse purse, Instant deadline) implements Placing {

    @Override
    public OrderStatus status() {
      return OrderStatus.PAYMENT_AUTHORIZING;
    }

    @Override
    public List<Timer> timers(Terms terms) {
      return List.of(new Timer(Timer.Kind.STEP, deadline));
    }

    @Override
    public Checkout with(Purse other) {
      return new Authorizing(deal, other, deadline);
    }

    @Override
    public Decision on(CheckoutSignal signal, Moment now) {
      return switch (signal) {
        case PaymentSignal it -> answered(it, now);
        case TimerFired it ->
            isStep(it)
                ? Closing.close(this, OrderStatus.PAYMENT_FAILED, "PAYMENT_TIMEOUT", 0, now)
                : Decision.stay(this);
        case CouponSignal it -> onCoupon(it);
        case CancelRequested it -> onCancel(it, now);
        case ReviewDecided _ -> Decision.refuse(this, "be reviewed");
        case RefundRequested _ -> Decision.refuse(this, "be refunded");
        case SubstitutionAnswered _ -> Decision.refuse(this, "have a substitution answered");
        case KitchenSignal _ -> Decision.refuse(this, "be answered by the restaurant");
        case CourierSignal _ -> Decision.refuse(this, "be moved by a courier");
        case RiskAssessed _, DispatchSignal _ -> Decision.stay(this);
      };
    }

    private Decision answered(PaymentSignal signal, Moment now) {
      var move = purse.on(signal);
      var next = with(move.purse());
      return switch (move.news()) {
        case LIVE -> offer(next, now).with(move);
        case DECLINED, LOST, VOIDED ->
            Closing.close(next, OrderStatus.PAYMENT_FAILED, code(signal), 0, now).with(move);
        case NONE, CAPTURED, CAPTURE_REFUSED, REFUNDED, REFUND_FAILED ->
            Decision.to(next).with(move);
      };
    }

    private static String code(PaymentSignal signal) {
      return signal instanceof Declined(int _, var code) ? code : "AUTHORIZATION_LOST";
    }
  }
}
