package dev.plaza.order.saga;

import com.fasterxml.jackson.annotation.JsonTypeName;
import dev.plaza.order.order.Fact;
import dev.plaza.order.order.OrderStatus;
import dev.plaza.order.saga.CheckoutCommand.AdjustStock;
import dev.plaza.order.saga.CheckoutSignal.*;
import java.time.Instant;

/// The restaurant proposes something else, and the customer has the say.
sealed interface Consenting extends Cooking {

  /// The customer is asked. What is declined, or not answered in time, falls away.
  @JsonTypeName("substituting")
  record Substituting(Deal deal, Purse purse, Proposal proposal, Instant deadline)
      implements Consenting {

    @Override
    public OrderStatus status() {
      return OrderStatus.SUBSTITUTION_PROPOSED;
    }

    @Override
    public Checkout with(Purse other) {
      return new Substituting(deal, other, proposal, deadline);
    }

    @Override
    public Decision on(CheckoutSignal signal, Moment now) {
      return switch (signal) {
        case SubstitutionAnswered(var approved) ->
            approved ? approve(now) : decline(this, purse, proposal, "customer", now);
        case TimerFired it ->
            isStep(it) ? decline(this, purse, proposal, "no_answer", now) : onHoldTimer(it, now);
        case KitchenSignal it -> answered(it, now);
        case PaymentSignal it -> onPayment(it, now);
        case CouponSignal it -> onCoupon(it);
        case CancelRequested it -> onCancel(it, now);
        case ReviewDecided _ -> Decision.refuse(this, "be reviewed");
        case RefundRequested _ -> Decision.refuse(this, "be refunded");
        case CourierSignal _ -> Decision.refuse(this, "be moved by a courier");
        case RiskAssessed _, DispatchSignal _ -> Decision.stay(this);
      };
    }

    private Decision answered(KitchenSignal signal, Moment now) {
      return switch (signal) {
        case Rejected(var reason) -> Cooking.reject(this, reason, now);
        case Acknowledged _, Unreachable _ -> Decision.stay(this);
        case Accepted _, SubstitutionProposed _, Delayed _, FoodReady _ ->
            Decision.refuse(this, "go on before the customer has answered");
      };
    }

    private Decision approve(Moment now) {
      var revision = proposal.approved();
      if (revision == null) {
        return decline(this, purse, proposal, "nothing_left", now);
      }
      if (revision.total() <= purse.authorized()) {
        return settle(this, purse, revision, Fact.of(Fact.Type.SUBSTITUTION_APPROVED), now);
      }
      var move = purse.abandon().ask(deal.method(), revision.total());
      return Decision.to(
              new Reauthorizing(
                  deal, move.purse(), proposal, now.in(now.terms().authorizationLimit())))
          .with(move)
          .fact(
              Fact.of(Fact.Type.PAYMENT_REQUESTED)
                  .with("cause", "substitution")
                  .with("amount", revision.total()));
    }
  }

  /// The approved substitution costs more than is held: a larger hold is asked for. Without it the
  /// lines are declined, and the old hold does.
  @JsonTypeName("reauthorizing")
  record Reauthorizing(Deal deal, Purse purse, Proposal proposal, Instant deadline)
      implements Consenting {

    @Override
    public OrderStatus status() {
      return OrderStatus.SUBSTITUTION_PROPOSED;
    }

    @Override
    public Checkout with(Purse other) {
      return new Reauthorizing(deal, other, proposal, deadline);
    }

    @Override
    public Decision on(CheckoutSignal signal, Moment now) {
      return switch (signal) {
        case PaymentSignal it -> money(it, now);
        case TimerFired it ->
            isStep(it)
                ? decline(this, purse.abandon(), proposal, "payment_timeout", now)
                : onHoldTimer(it, now);
        case SubstitutionAnswered(var approved) ->
            approved ? Decision.stay(this) : Decision.refuse(this, "be declined any more");
        case KitchenSignal it ->
            switch (it) {
              case Rejected(var reason) -> Cooking.reject(this, reason, now);
              case Acknowledged _, Unreachable _ -> Decision.stay(this);
              case Accepted _, SubstitutionProposed _, Delayed _, FoodReady _ ->
                  Decision.refuse(this, "go on before the payment is secured");
            };
        case CouponSignal it -> onCoupon(it);
        case CancelRequested it -> onCancel(it, now);
        case ReviewDecided _ -> Decision.refuse(this, "be reviewed");
        case RefundRequested _ -> Decision.refuse(this, "be refunded");
        case CourierSignal _ -> Decision.refuse(this, "be moved by a courier");
        case RiskAssessed _, DispatchSignal _ -> Decision.stay(this);
      };
    }

    private Decision money(PaymentSignal signal, Moment now) {
      var move = purse.on(signal);
      var revision = proposal.approved();
      return switch (move.news()) {
        case LIVE ->
            revision == null
                ? decline(this, move.purse(), proposal, "nothing_left", now).with(move)
                : settle(
                        this,
                        move.purse(),
                        revision,
                        Fact.of(Fact.Type.SUBSTITUTION_APPROVED)
                            .with("authorized", move.purse().authorized()),
                        now)
                    .with(move);
        case DECLINED -> decline(this, move.purse(), proposal, "payment_declined", now).with(move);
        case NONE, VOIDED, LOST, CAPTURED, CAPTURE_REFUSED, REFUNDED, REFUND_FAILED ->
            onPayment(signal, now);
      };
    }
  }

  private static Decision decline(
      Cooking from, Purse purse, Proposal proposal, String cause, Moment now) {
    var fact = Fact.of(Fact.Type.SUBSTITUTION_DECLINED).with("cause", cause);
    var revision = proposal.declined();
    return revision == null
        ? Closing.close(from.with(purse), OrderStatus.CANCELLED, "NOTHING_LEFT", 0, now)
            .after(Decision.to(from).fact(fact))
        : settle(from, purse, revision, fact, now);
  }

  private static Decision settle(
      Cooking from, Purse purse, Deal.Revision revision, Fact fact, Moment now) {
    // What costs nothing any more needs no hold.
    var move = revision.total() == 0 ? purse.unwind(0) : PurseMove.to(purse, PurseMove.News.NONE);
    var earlier =
        Decision.to(from)
            .with(move)
            .then(new AdjustStock(revision.name()))
            .fact(fact.with("total", revision.total()));
    return Cooking.prepare(from, from.deal().revised(revision), move.purse(), null, now)
        .after(earlier);
  }
}
