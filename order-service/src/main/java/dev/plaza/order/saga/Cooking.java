package dev.plaza.order.saga;

import com.fasterxml.jackson.annotation.JsonTypeName;
import dev.plaza.order.order.Fact;
import dev.plaza.order.order.OrderStatus;
import dev.plaza.order.saga.CheckoutSignal.*;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// From the hold on the money to the search for a courier.
sealed interface Cooking extends Checkout
    permits Cooking.AwaitingRestaurant, Cooking.Preparing, Consenting {

  /// The restaurant will cook it; the courier is sought so that both are ready together.
  static Decision prepare(
      Checkout from, Deal deal, Purse purse, @Nullable Integer minutes, Moment now) {
    int prep = minutes == null ? deal.prepMinutes() : minutes;
    var minute = minutes == null ? now.terms().usualPrepMinute() : Duration.ofMinutes(1);
    var journey = Journey.accepted(deal, minute.multipliedBy(prep), now);
    var accepted =
        Fact.of(Fact.Type.ACCEPTED)
            .with("prep_minutes", prep)
            .with("ready_at", journey.readyAt().toString());
    return dispatchInTime(deal, purse, journey, now).after(Decision.to(from).fact(accepted));
  }

  private static Decision dispatchInTime(Deal deal, Purse purse, Journey journey, Moment now) {
    var start = journey.readyAt().minus(now.terms().dispatchLead());
    return start.isAfter(now.at())
        ? Decision.to(new Preparing(deal, purse, journey, start))
        : Riding.dispatch(deal, purse, journey, now);
  }

  static Decision reject(Checkout from, String reason, Moment now) {
    return Closing.close(from, OrderStatus.REJECTED, reason, 0, now);
  }

  /// The money is held; the restaurant is asked.
  ///
  /// @param acknowledged whether its point-of-sale system has it
  @JsonTypeName("awaiting_restaurant")
  record AwaitingRestaurant(Deal deal, Purse purse, boolean acknowledged, Instant deadline)
      implements Cooking {

    @Override
    public OrderStatus status() {
      return OrderStatus.AWAITING_RESTAURANT;
    }

    @Override
    public Checkout with(Purse other) {
      return new AwaitingRestaurant(deal, other, acknowledged, deadline);
    }

    @Override
    public Decision on(CheckoutSignal signal, Moment now) {
      return switch (signal) {
        case KitchenSignal it -> answered(it, now);
        case PaymentSignal it -> onPayment(it, now);
        case TimerFired it ->
            isStep(it)
                ? Closing.close(this, OrderStatus.CANCELLED, silence(), 0, now)
                : onHoldTimer(it, now);
        case CouponSignal it -> onCoupon(it);
        case CancelRequested it -> onCancel(it, now);
        case ReviewDecided _ -> Decision.refuse(this, "be reviewed");
        case RefundRequested _ -> Decision.refuse(this, "be refunded");
        case SubstitutionAnswered _ -> Decision.refuse(this, "have a substitution answered");
        case CourierSignal _ -> Decision.refuse(this, "be moved by a courier");
        case RiskAssessed _, DispatchSignal _ -> Decision.stay(this);
      };
    }

    private String silence() {
      return deal.pos() && !acknowledged ? "RESTAURANT_UNREACHABLE" : "RESTAURANT_SILENT";
    }

    private Decision answered(KitchenSignal signal, Moment now) {
      return switch (signal) {
        case Acknowledged _ ->
            acknowledged || !deal.pos()
                ? Decision.stay(this)
                : Decision.to(
                        new AwaitingRestaurant(
                            deal, purse, true, now.in(now.terms().restaurantLimit())))
                    .fact(Fact.Type.RESTAURANT_ACKNOWLEDGED);
        case Unreachable _ ->
            acknowledged
                ? Decision.stay(this)
                : Closing.close(this, OrderStatus.CANCELLED, "RESTAURANT_UNREACHABLE", 0, now);
        case Accepted(var minutes) -> prepare(this, deal, purse, minutes, now);
        case Rejected(var reason) -> reject(this, reason, now);
        case SubstitutionProposed(var proposal) -> propose(proposal, now);
        case Delayed _ -> Decision.refuse(this, "be delayed");
        case FoodReady _ -> Decision.refuse(this, "be ready");
      };
    }

    private Decision propose(Proposal proposal, Moment now) {
      if (deal.proposals() >= now.terms().proposalsMax()) {
        return Decision.refuse(
            this, Decision.Refusal.Code.TOO_MANY, "No more proposals for this order");
      }
      var deadline = now.in(now.terms().substitutionLimit());
      return Decision.to(new Consenting.Substituting(deal.proposed(), purse, proposal, deadline))
          .fact(
              Fact.of(Fact.Type.SUBSTITUTION_PROPOSED)
                  .with("lines", proposal.lines())
                  .with("expires_at", deadline.toString()));
    }
  }

  /// Accepted; a courier now would only wait.
  @JsonTypeName("preparing")
  record Preparing(Deal deal, Purse purse, Journey journey, Instant deadline) implements Cooking {

    @Override
    public OrderStatus status() {
      return OrderStatus.PREPARING;
    }

    @Override
    public Checkout with(Purse other) {
      return new Preparing(deal, other, journey, deadline);
    }

    @Override
    public Decision on(CheckoutSignal signal, Moment now) {
      return switch (signal) {
        case TimerFired it ->
            isStep(it) ? Riding.dispatch(deal, purse, journey, now) : onHoldTimer(it, now);
        case KitchenSignal it -> said(it, now);
        case DispatchSignal it -> Riding.early(this, it, now);
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

    private Decision said(KitchenSignal signal, Moment now) {
      return switch (signal) {
        case Accepted _, Acknowledged _, Unreachable _ -> Decision.stay(this);
        case Rejected(var reason) -> reject(this, reason, now);
        case Delayed(var minutes) -> {
          var later = Riding.delayed(journey, minutes, now);
          yield dispatchInTime(deal, purse, later, now)
              .after(Decision.to(this).fact(Riding.readyChanged(later)));
        }
        case FoodReady _ -> {
          var done = journey.readyAt(now.at(), true);
          yield Riding.dispatch(deal, purse, done, now)
              .after(Decision.to(this).fact(Riding.readyChanged(done)));
        }
        case SubstitutionProposed _ -> Decision.refuse(this, "be substituted any more");
      };
    }
  }
}
