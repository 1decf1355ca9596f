package dev.plaza.order.saga;

import com.fasterxml.jackson.annotation.JsonTypeName;
import dev.plaza.order.order.Fact;
import dev.plaza.order.order.OrderStatus;
import dev.plaza.order.saga.CheckoutCommand.ScreenCapture;
import dev.plaza.order.saga.CheckoutSignal.*;
import dev.plaza.order.saga.Journey.Ride;
import java.time.Instant;
import java.util.List;

/// From the hand-over to the money taken.
sealed interface Settling extends Checkout {

  static Decision deliver(Riding from, Ride ride, String proof, Moment now) {
    return Decision.to(
            new Delivered(
                from.deal(), from.purse(), ride, false, now.in(now.terms().captureLimit())))
        .then(new ScreenCapture())
        .fact(Fact.of(Fact.Type.DELIVERED).with("proof", proof));
  }

  /// Takes the money, or gets a hold to take it from.
  private static Decision collect(Deal deal, Purse purse, Ride ride, Instant deadline) {
    if (purse.captured() > 0 || deal.total() == 0) {
      // Whatever is held or taken above the price goes back.
      var rest = Redemption.confirm(purse.unwind(deal.total()));
      return Decision.to(new Paid(deal, rest.purse(), ride))
          .with(rest)
          .fact(Fact.of(Fact.Type.CAPTURED).with("captured", purse.captured()));
    }
    var next = new Delivered(deal, purse, ride, true, deadline);
    if (purse.live().isPresent()) {
      var move = purse.abandon().capture(deal.total());
      return Decision.to(next.with(move.purse())).with(move);
    }
    if (purse.isCollecting()) {
      return Decision.to(next);
    }
    var move = purse.ask(deal.method(), deal.total());
    return Decision.to(next.with(move.purse()))
        .with(move)
        .fact(Fact.of(Fact.Type.PAYMENT_REQUESTED).with("cause", "hold_lost"));
  }

  private static Decision hold(
      Checkout from, Ride ride, String reason, List<String> rules, Moment now) {
    return Decision.to(
            new OnHold(from.deal(), from.purse(), ride, reason, now.in(now.terms().reviewLimit())))
        .fact(Fact.of(Fact.Type.HELD).with("reason", reason).with("rules", rules));
  }

  /// Gives money back that was taken; the same request twice does it once.
  static Decision refund(Checkout from, RefundRequested request) {
    var purse = from.purse();
    if (purse.refunds().stream().anyMatch(it -> it.id().equals(request.refundId()))) {
      return Decision.stay(from);
    }
    long amount = request.amount() == null ? purse.refundable() : request.amount();
    if (amount <= 0 || amount > purse.refundable()) {
      return Decision.refuse(
          from,
          Decision.Refusal.Code.REFUND_EXCEEDS_CAPTURED,
          purse.refundable() + " is left to give back");
    }
    var move = purse.giveBack(request.refundId(), amount, request.liable());
    return Decision.to(from.with(move.purse()))
        .with(move)
        .fact(
            Fact.of(Fact.Type.REFUND_REQUESTED)
                .with("refund_id", request.refundId())
                .with("amount", amount)
                .with("liable", request.liable().wire())
                .with("reason", request.reason()));
  }

  /// Handed over; the money is not yet taken.
  ///
  /// @param cleared whether the screening before the capture let it pass
  @JsonTypeName("delivered")
  record Delivered(Deal deal, Purse purse, Ride ride, boolean cleared, Instant deadline)
      implements Settling {

    @Override
    public OrderStatus status() {
      return OrderStatus.DELIVERED;
    }

    @Override
    public Delivered with(Purse other) {
      return new Delivered(deal, other, ride, cleared, deadline);
    }

    @Override
    public Decision on(CheckoutSignal signal, Moment now) {
      return switch (signal) {
        case RiskAssessed(var decision, var rules) ->
            cleared
                ? Decision.stay(this)
                : switch (decision) {
                  case ALLOW -> collect(deal, purse, ride, deadline);
                  // The food is eaten: only a person may decide not to be paid for it.
                  case HOLD, REFUSE -> hold(this, ride, "RISK", rules, now);
                };
        case PaymentSignal it -> money(it, now);
        case TimerFired it -> isStep(it) ? overdue(now) : onHoldTimer(it, now);
        case CourierSignal it ->
            it instanceof HandedOver
                ? Decision.stay(this)
                : Decision.refuse(this, "be moved by a courier");
        case CouponSignal it -> onCoupon(it);
        case CancelRequested _ -> Decision.refuse(this, "be cancelled");
        case ReviewDecided _ -> Decision.refuse(this, "be reviewed");
        case RefundRequested _ -> Decision.refuse(this, "be refunded before it is captured");
        case KitchenSignal _ -> Decision.refuse(this, "be changed by the restaurant");
        case SubstitutionAnswered _, DispatchSignal _ -> Decision.stay(this);
      };
    }

    private Decision money(PaymentSignal signal, Moment now) {
      var move = purse.on(signal);
      var next = with(move.purse());
      return switch (move.news()) {
        case CAPTURED -> collect(deal, move.purse(), ride, deadline).with(move);
        case LIVE -> onward(move).after(Decision.to(this).fact(Fact.Type.AUTHORIZATION_REPLACED));
        case LOST -> onward(move);
        case CAPTURE_REFUSED -> refused(next, now).with(move);
        case DECLINED ->
            move.purse().live().isPresent()
                ? Decision.to(next).with(move)
                : hold(next, ride, "CAPTURE_FAILED", List.of(), now).with(move);
        case NONE, VOIDED, REFUNDED, REFUND_FAILED -> Decision.to(next).with(move);
      };
    }

    private Decision onward(PurseMove move) {
      return cleared
          ? collect(deal, move.purse(), ride, deadline).with(move)
          : Decision.to(with(move.purse())).with(move);
    }

    private Decision refused(Delivered next, Moment now) {
      int times = next.purse().live().map(Authorization::refused).orElse(0);
      return times > now.terms().captureTries()
          ? hold(next, ride, "CAPTURE_FAILED", List.of(), now)
          : Decision.to(
              new Delivered(deal, next.purse(), ride, true, now.in(now.terms().captureRetry())));
    }

    /// Either the wait between two tries is over, or an answer has been missing for too long.
    private Decision overdue(Moment now) {
      if (cleared && purse.live().isPresent()) {
        return collect(deal, purse, ride, now.in(now.terms().captureLimit()));
      }
      return hold(this, ride, cleared ? "CAPTURE_UNANSWERED" : "SCREENING_OVERDUE", List.of(), now)
          .fact(Fact.of(Fact.Type.NEEDS_ATTENTION).with("cause", "capture_overdue"));
    }
  }

  /// Delivered, but the money is not taken: a person must decide. Approving tries again, refusing
  /// writes it off.
  @JsonTypeName("capture_on_hold")
  record OnHold(Deal deal, Purse purse, Ride ride, String reason, Instant deadline)
      implements Settling {

    @Override
    public OrderStatus status() {
      return OrderStatus.ON_HOLD;
    }

    @Override
    public OnHold with(Purse other) {
      return new OnHold(deal, other, ride, reason, deadline);
    }

    @Override
    public Decision on(CheckoutSignal signal, Moment now) {
      return switch (signal) {
        case ReviewDecided(var approved, var by) -> {
          var reviewed = Decision.to(this).fact(Placing.reviewed(approved, by));
          yield (approved
                  ? collect(deal, purse, ride, now.in(now.terms().captureLimit()))
                  : Closing.close(this, OrderStatus.CANCELLED, reason, 0, now))
              .after(reviewed);
        }
        case PaymentSignal it -> money(it, now);
        case TimerFired it ->
            isStep(it)
                ? Decision.to(
                        new OnHold(deal, purse, ride, reason, now.in(now.terms().reviewLimit())))
                    .fact(Fact.of(Fact.Type.NEEDS_ATTENTION).with("cause", "review_overdue"))
                : onHoldTimer(it, now);
        case CouponSignal it -> onCoupon(it);
        case CancelRequested _ -> Decision.refuse(this, "be cancelled");
        case RefundRequested _ -> Decision.refuse(this, "be refunded before it is captured");
        case KitchenSignal _ -> Decision.refuse(this, "be changed by the restaurant");
        case CourierSignal it ->
            it instanceof HandedOver
                ? Decision.stay(this)
                : Decision.refuse(this, "be moved by a courier");
        case RiskAssessed _, SubstitutionAnswered _, DispatchSignal _ -> Decision.stay(this);
      };
    }

    private Decision money(PaymentSignal signal, Moment now) {
      var move = purse.on(signal);
      return switch (move.news()) {
        case CAPTURED -> collect(deal, move.purse(), ride, deadline).with(move);
        case LOST ->
            Closing.close(with(move.purse()), OrderStatus.EXPIRED, "AUTHORIZATION_EXPIRED", 0, now)
                .after(Decision.to(this).with(move));
        case LIVE ->
            Decision.to(with(move.purse())).with(move).fact(Fact.Type.AUTHORIZATION_REPLACED);
        case NONE, DECLINED, VOIDED, CAPTURE_REFUSED, REFUNDED, REFUND_FAILED ->
            Decision.to(with(move.purse())).with(move);
      };
    }
  }

  /// The end: delivered and paid. Refunds may follow.
  @JsonTypeName("paid")
  record Paid(Deal deal, Purse purse, Ride ride) implements Settling {

    @Override
    public OrderStatus status() {
      return OrderStatus.CAPTURED;
    }

    @Override
    public Instant deadline() {
      return Instant.MAX;
    }

    @Override
    public List<Timer> timers(Terms terms) {
      return List.of();
    }

    @Override
    public Paid with(Purse other) {
      return new Paid(deal, other, ride);
    }

    @Override
    public Decision on(CheckoutSignal signal, Moment now) {
      return switch (signal) {
        case PaymentSignal it -> {
          var move = purse.on(it);
          yield Decision.to(with(move.purse())).with(move);
        }
        case RefundRequested it -> refund(this, it);
        case CouponSignal it -> onCoupon(it);
        case CancelRequested _ -> Decision.refuse(this, "be cancelled");
        case ReviewDecided _ -> Decision.refuse(this, "be reviewed");
        case KitchenSignal _ -> Decision.refuse(this, "be changed by the restaurant");
        case CourierSignal it ->
            it instanceof HandedOver
                ? Decision.stay(this)
                : Decision.refuse(this, "be moved by a courier");
        case RiskAssessed _, SubstitutionAnswered _, TimerFired _, DispatchSignal _ ->
            Decision.stay(this);
      };
    }
  }
}
