package dev.plaza.order.saga;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.plaza.order.order.Fact;
import dev.plaza.order.order.OrderStatus;
import dev.plaza.order.saga.CheckoutSignal.*;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A checkout in flight. Pure: no clock, no I/O; `CheckoutRunner` does those.
///
/// Any signal may come twice, late or out of order, so every state answers every signal. There is
/// no `default`: a new signal must not compile until each state has answered it. Timers follow from
/// the state; a timer that is not the one the state waits for changes nothing.
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "state")
public sealed interface Checkout permits Placing, Cooking, Riding, Settling, Closing {

  Deal deal();

  Purse purse();

  OrderStatus status();

  Decision on(CheckoutSignal signal, Moment now);

  /// The alarm of this step.
  Instant deadline();

  Checkout with(Purse purse);

  /// When a decision is made, and by which terms.
  record Moment(Instant at, Terms terms) {
    Instant in(Duration wait) {
      return at.plus(wait);
    }
  }

  /// The start of every order.
  ///
  /// @param coupon to be redeemed before money is held; null: none
  static Checkout placed(Deal deal, String currency, @Nullable Redemption coupon) {
    return new Placing.Pending(deal, Purse.empty(currency, coupon));
  }

  default List<Timer> timers(Terms terms) {
    return Stream.of(
            new Timer(Timer.Kind.STEP, deadline()), new Timer(Timer.Kind.HOLD, holdDeadline(terms)))
        .filter(it -> !it.due().equals(Instant.MAX))
        .toList();
  }

  /// When something must be done about the live hold: renew it before it expires, or, where that
  /// failed, end the order at its expiry.
  private Instant holdDeadline(Terms terms) {
    if (purse().asked().isPresent()) {
      return Instant.MAX;
    }
    return purse()
        .live()
        .map(it -> purse().renewalFailed() ? it.expiry() : it.renewAt(terms.renewBefore()))
        .orElse(Instant.MAX);
  }

  /// The money's part of a state that only waits for others: a hold was replaced, or it is gone.
  default Decision onPayment(PaymentSignal signal, Moment now) {
    var move = purse().on(signal);
    var same = Decision.to(with(move.purse())).with(move);
    return switch (move.news()) {
      case NONE, DECLINED, VOIDED, REFUNDED, REFUND_FAILED, CAPTURED, CAPTURE_REFUSED -> same;
      case LIVE -> same.fact(Fact.Type.AUTHORIZATION_REPLACED);
      case LOST ->
          Closing.close(with(move.purse()), OrderStatus.EXPIRED, "AUTHORIZATION_EXPIRED", 0, now)
              .after(same);
    };
  }

  /// The coupon's part of every state that does not wait for it.
  default Decision onCoupon(CouponSignal signal) {
    var move = Redemption.on(purse(), signal);
    return Decision.to(with(move.purse())).with(move);
  }

  /// The hold's alarm in such a state.
  default Decision onHoldTimer(TimerFired timer, Moment now) {
    if (!timers(now.terms()).contains(new Timer(timer.kind(), timer.due()))) {
      return Decision.stay(this);
    }
    if (purse().renewalFailed()) {
      return Closing.close(this, OrderStatus.EXPIRED, "AUTHORIZATION_EXPIRED", 0, now);
    }
    var move = purse().ask(deal().method(), deal().total());
    return Decision.to(with(move.purse()))
        .with(move)
        .fact(Fact.of(Fact.Type.PAYMENT_REQUESTED).with("cause", "renewal"));
  }

  /// Whether this is the alarm the step waits for.
  default boolean isStep(TimerFired timer) {
    return timer.kind() == Timer.Kind.STEP && timer.due().equals(deadline());
  }

  default Decision onCancel(CancelRequested request, Moment now) {
    var terms = CancellationPolicy.of(this, request.by(), now.terms());
    return terms == null
        ? Decision.refuse(this, "be cancelled")
        : Closing.close(this, OrderStatus.CANCELLED, request.by() + "_CANCELLED", terms.fee(), now);
  }
}
