package dev.plaza.order.saga;

import dev.plaza.order.order.Fact;
import dev.plaza.order.saga.CheckoutCommand.ConfirmCoupon;
import dev.plaza.order.saga.CheckoutCommand.ReserveCoupon;
import dev.plaza.order.saga.CheckoutCommand.ReturnCoupon;
import dev.plaza.order.saga.CheckoutSignal.CouponConfirmed;
import dev.plaza.order.saga.CheckoutSignal.CouponLost;
import dev.plaza.order.saga.CheckoutSignal.CouponRefused;
import dev.plaza.order.saga.CheckoutSignal.CouponReserved;
import dev.plaza.order.saga.CheckoutSignal.CouponReturned;
import dev.plaza.order.saga.CheckoutSignal.CouponSignal;

/// The order's coupon on its way: reserved before money is held, confirmed once it is taken, given
/// back in every other end. Pure.
///
/// No end waits for it: an order is over when its money is settled, and its coupon follows as soon
/// as the quota service can be reached.
///
/// @param amount the discount that was promised for it, minor units
/// @param answered whether the reservation was answered, with whatever
/// @param returns how often it was given back
public record Redemption(String offer, long amount, Status status, boolean answered, int returns) {

  public enum Status {
    /// Part of the price; nobody has been asked for it yet.
    WANTED,
    /// Asked for; the answer is not known.
    ASKED,
    RESERVED,
    REFUSED,
    CONFIRMING,
    CONFIRMED,
    /// It could not be confirmed any more; the customer has the discount all the same.
    LOST,
    RETURNING,
    RETURNED
  }

  public static Redemption wanted(String offer, long amount) {
    return new Redemption(offer, amount, Status.WANTED, false, 0);
  }

  private Redemption to(Status next) {
    return new Redemption(offer, amount, next, answered, returns);
  }

  private Redemption answered(Status next) {
    return new Redemption(offer, amount, next, true, returns);
  }

  private Fact fact(Fact.Type type) {
    return Fact.of(type).with("offer", offer).with("amount", amount);
  }

  static PurseMove reserve(Purse purse, Redemption coupon) {
    return PurseMove.to(purse.put(coupon.to(Status.ASKED)), PurseMove.News.NONE)
        .command(new ReserveCoupon(coupon.offer, coupon.amount, purse.currency()))
        .fact(coupon.fact(Fact.Type.COUPON_REQUESTED));
  }

  /// The money is taken.
  static PurseMove confirm(PurseMove move) {
    var coupon = move.purse().coupon();
    return coupon == null || coupon.status != Status.RESERVED
        ? move
        : move.purse(move.purse().put(coupon.to(Status.CONFIRMING)))
            .command(new ConfirmCoupon(coupon.offer));
  }

  /// The order ends without delivery. Whatever has been asked for goes back, even if the answer is
  /// not known.
  static PurseMove giveBack(PurseMove move) {
    var coupon = move.purse().coupon();
    if (coupon == null) {
      return move;
    }
    return switch (coupon.status) {
      // Refused as well: of two workers, the one that was refused may have been heard first.
      case ASKED, RESERVED, REFUSED ->
          giveBack(move, coupon).fact(coupon.fact(Fact.Type.COUPON_RELEASED));
      case WANTED, CONFIRMING, CONFIRMED, LOST, RETURNING, RETURNED -> move;
    };
  }

  private static PurseMove giveBack(PurseMove move, Redemption coupon) {
    int times = coupon.returns + 1;
    var back =
        new Redemption(coupon.offer, coupon.amount, Status.RETURNING, coupon.answered, times);
    return move.purse(move.purse().put(back)).command(new ReturnCoupon(coupon.offer, times));
  }

  static PurseMove on(Purse purse, CouponSignal signal) {
    var same = PurseMove.to(purse, PurseMove.News.NONE);
    var coupon = purse.coupon();
    if (coupon == null) {
      return same;
    }
    return switch (signal) {
      case CouponReserved _ -> reserved(same, coupon);
      case CouponRefused(var code) ->
          coupon.status != Status.ASKED
              ? same
              : same.purse(purse.put(coupon.answered(Status.REFUSED)))
                  .fact(coupon.fact(Fact.Type.COUPON_REFUSED).with("code", code));
      case CouponConfirmed _ ->
          coupon.status != Status.CONFIRMING
              ? same
              : same.purse(purse.put(coupon.to(Status.CONFIRMED)))
                  .movement(new Movement.Sponsored(coupon.offer))
                  .fact(coupon.fact(Fact.Type.COUPON_REDEEMED));
      case CouponLost(var code) ->
          coupon.status != Status.CONFIRMING
              ? same
              : same.purse(purse.put(coupon.to(Status.LOST)))
                  .movement(new Movement.Borne(coupon.offer))
                  .fact(coupon.fact(Fact.Type.COUPON_LOST).with("code", code));
      case CouponReturned _ ->
          coupon.status != Status.RETURNING
              ? same
              : same.purse(purse.put(coupon.to(Status.RETURNED)))
                  .fact(coupon.fact(Fact.Type.COUPON_RETURNED));
    };
  }

  private static PurseMove reserved(PurseMove same, Redemption coupon) {
    return switch (coupon.status) {
      case ASKED ->
          same.purse(same.purse().put(coupon.answered(Status.RESERVED)))
              .fact(coupon.fact(Fact.Type.COUPON_RESERVED));
      // The order was over before its coupon was there: that one goes back as well.
      case RETURNING, RETURNED ->
          coupon.answered
              ? same
              : giveBack(same, coupon.answered(coupon.status))
                  .fact(coupon.fact(Fact.Type.LATE_COUPON));
      case WANTED, RESERVED, REFUSED, CONFIRMING, CONFIRMED, LOST -> same;
    };
  }
}
