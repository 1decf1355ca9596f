package dev.plaza.order.saga;

import static dev.plaza.order.saga.Authorization.Status.*;

import dev.plaza.order.order.Fact;
import dev.plaza.order.saga.CheckoutSignal.*;
import dev.plaza.order.saga.PurseMove.News;
import java.util.function.Function;

/// What the provider's answers do to a purse. Pure. Every answer may come twice, late, or after it
/// has stopped to matter: then the purse stays as it is, or what nobody wants any more goes back.
final class PurseAnswers {

  private final Purse purse;

  PurseAnswers(Purse purse) {
    this.purse = purse;
  }

  PurseMove to(PaymentSignal signal) {
    return switch (signal) {
      case Authorized it -> one(it.attempt(), one -> authorized(one, it));
      case Declined it -> one(it.attempt(), one -> declined(one, it.code()));
      case Voided it -> one(it.attempt(), this::gone);
      case AuthorizationLost it -> one(it.attempt(), this::gone);
      case Captured it -> one(it.attempt(), one -> captured(one, it));
      case CaptureFailed it -> one(it.attempt(), one -> refused(one, it));
      case Refunded it -> purse.refund(it.refundId()).map(this::refunded).orElse(nothing());
      case RefundFailed it ->
          purse.refund(it.refundId()).map(one -> failed(one, it)).orElse(nothing());
      case RefundedElsewhere it -> refundedElsewhere(it);
    };
  }

  private PurseMove one(int attempt, Function<Authorization, PurseMove> answer) {
    return purse.find(attempt).map(answer).orElse(nothing());
  }

  private PurseMove nothing() {
    return PurseMove.to(purse, News.NONE);
  }

  private PurseMove authorized(Authorization one, Authorized signal) {
    return switch (one.status()) {
      case ASKED -> {
        if (purse.authorizations().stream().anyMatch(it -> it.is(CAPTURING) || it.is(CAPTURED))) {
          yield unwanted(one, signal);
        }
        // The new hold becomes the usable one in the same breath in which the old one stops to be.
        var news = PurseMove.to(purse, News.LIVE).movement(held(one));
        var swap = purse.live().map(old -> Purse.retire(news, old)).orElse(news);
        yield swap.purse(swap.purse().put(one.held(signal, LIVE)));
      }
      case ABANDONED, DECLINED -> unwanted(one, signal);
      case LIVE, CAPTURING, CAPTURED, RETIRING, VOIDED, LOST -> nothing();
    };
  }

  private PurseMove unwanted(Authorization one, Authorized signal) {
    var late = one.held(signal, RETIRING);
    return Purse.retire(nothing().movement(held(one)), late)
        .fact(about(Fact.Type.LATE_AUTHORIZATION, one));
  }

  private PurseMove declined(Authorization one, String code) {
    var fact = about(Fact.Type.AUTHORIZATION_DECLINED, one).with("code", code);
    return switch (one.status()) {
      case ASKED -> PurseMove.to(purse.put(one.to(DECLINED)), News.DECLINED).fact(fact);
      case ABANDONED -> PurseMove.to(purse.put(one.to(DECLINED)), News.VOIDED).fact(fact);
      case LIVE, CAPTURING, CAPTURED, RETIRING, VOIDED, DECLINED, LOST -> nothing();
    };
  }

  private PurseMove gone(Authorization one) {
    var released = new Movement.Released(one.number(), one.amount());
    return switch (one.status()) {
      case ASKED, ABANDONED -> declined(one, "AUTHORIZATION_LOST");
      case RETIRING ->
          PurseMove.to(purse.put(one.to(VOIDED)), News.VOIDED)
              .movement(released)
              .fact(about(Fact.Type.HOLD_RELEASED, one));
      case LIVE, CAPTURING ->
          PurseMove.to(purse.put(one.to(LOST)), News.LOST)
              .movement(released)
              .fact(about(Fact.Type.HOLD_LOST, one));
      case CAPTURED, VOIDED, DECLINED, LOST -> nothing();
    };
  }

  private PurseMove captured(Authorization one, Captured signal) {
    if (one.is(CAPTURED)) {
      return nothing();
    }
    long hold = one.is(LIVE) || one.is(CAPTURING) || one.is(RETIRING) ? one.amount() : 0;
    var news =
        PurseMove.to(purse, News.CAPTURED)
            .movement(new Movement.Taken(one.number(), hold, signal.amount()))
            .fact(about(Fact.Type.MONEY_TAKEN, one).with("captured", signal.amount()));
    // Somebody captured a hold that is being replaced: the usable one must go, not the money.
    var alone =
        purse
            .live()
            .filter(it -> it.number() != one.number())
            .map(it -> Purse.retire(news, it))
            .orElse(news);
    return alone.purse(alone.purse().put(one.taken(signal.payment(), signal.amount())));
  }

  private PurseMove refused(Authorization one, CaptureFailed signal) {
    return one.is(CAPTURING)
        ? PurseMove.to(purse.put(one.refusedOnce()), News.CAPTURE_REFUSED)
            .fact(about(Fact.Type.CAPTURE_FAILED, one).with("code", signal.code()))
        : nothing();
  }

  private PurseMove refunded(Purse.Refund one) {
    return one.status() == Purse.Refund.Status.DONE
        ? nothing()
        : PurseMove.to(purse.put(one.to(Purse.Refund.Status.DONE)), News.REFUNDED)
            .movement(new Movement.GivenBack(one.id(), one.amount(), one.liable()))
            .fact(about(Fact.Type.REFUNDED, one));
  }

  private PurseMove failed(Purse.Refund one, RefundFailed signal) {
    return one.status() == Purse.Refund.Status.REQUESTED
        ? PurseMove.to(purse.put(one.to(Purse.Refund.Status.FAILED)), News.REFUND_FAILED)
            .fact(about(Fact.Type.REFUND_FAILED, one).with("code", signal.code()))
        : nothing();
  }

  private PurseMove refundedElsewhere(RefundedElsewhere signal) {
    if (purse.refund(signal.reference()).isPresent() || signal.amount() > purse.refundable()) {
      return nothing();
    }
    return refunded(
        new Purse.Refund(
            signal.reference(), signal.amount(), Liable.PLATFORM, Purse.Refund.Status.REQUESTED));
  }

  private static Movement held(Authorization one) {
    return new Movement.Held(one.number(), one.amount());
  }

  private static Fact about(Fact.Type type, Authorization one) {
    return Fact.of(type).with("attempt", one.number()).with("amount", one.amount());
  }

  private static Fact about(Fact.Type type, Purse.Refund one) {
    return Fact.of(type)
        .with("refund_id", one.id())
        .with("amount", one.amount())
        .with("liable", one.liable().wire());
  }
}
