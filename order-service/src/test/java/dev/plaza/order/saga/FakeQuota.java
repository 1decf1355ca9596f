package dev.plaza.order.saga;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.order.order.OrderStatus;
import dev.plaza.order.saga.CheckoutCommand.ConfirmCoupon;
import dev.plaza.order.saga.CheckoutCommand.CouponCommand;
import dev.plaza.order.saga.CheckoutCommand.ReserveCoupon;
import dev.plaza.order.saga.CheckoutCommand.ReturnCoupon;
import dev.plaza.order.saga.CheckoutSignal.*;
import java.time.Duration;
import java.time.Instant;

/// A quota service with the real one's rules, seen by one order: a redemption is reserved once and
/// then confirmed or reversed once; reversed before it was reserved, it is never reserved; one that
/// ran out is confirmed only if another right is left.
final class FakeQuota {

  enum Status {
    NONE,
    RESERVED,
    REDEEMED,
    REVERSED
  }

  private final Duration holdsFor;
  Status status = Status.NONE;
  private Instant expiresAt = Instant.MAX;

  /// Set by the test: whether anything is left.
  boolean exhausted;

  FakeQuota(Duration holdsFor) {
    this.holdsFor = holdsFor;
  }

  CouponSignal execute(CouponCommand command, Instant now) {
    return switch (command) {
      case ReserveCoupon _ -> reserve(now);
      case ConfirmCoupon _ -> confirm(now);
      case ReturnCoupon _ -> {
        if (status == Status.REDEEMED) {
          throw new AssertionError("took back what was paid for");
        }
        status = Status.REVERSED;
        yield new CouponReturned();
      }
    };
  }

  private CouponSignal reserve(Instant now) {
    return switch (status) {
      case NONE -> {
        if (exhausted) {
          yield new CouponRefused("exhausted");
        }
        status = Status.RESERVED;
        expiresAt = now.plus(holdsFor);
        yield new CouponReserved();
      }
      case RESERVED, REDEEMED -> new CouponReserved();
      case REVERSED -> new CouponRefused("reversed");
    };
  }

  private CouponSignal confirm(Instant now) {
    return switch (status) {
      case NONE, REVERSED -> throw new AssertionError("confirmed what is not reserved: " + status);
      case REDEEMED -> new CouponConfirmed();
      case RESERVED -> {
        if (!now.isBefore(expiresAt) && exhausted) {
          yield new CouponLost("exhausted");
        }
        status = Status.REDEEMED;
        yield new CouponConfirmed();
      }
    };
  }

  /// At the end: redeemed if and only if the order is paid, and somebody pays the discount; in
  /// every other end given back.
  ///
  /// @param sponsored, borne what the campaign and the platform pay
  void assertFits(Checkout end, long sponsored, long borne) {
    var coupon = end.purse().coupon();
    if (coupon == null) {
      assertThat(status).isEqualTo(Status.NONE);
      assertThat(sponsored + borne).isZero();
    } else if (end.status() == OrderStatus.CAPTURED) {
      assertThat(sponsored + borne).as("somebody pays the discount").isEqualTo(coupon.amount());
      assertThat(status == Status.REDEEMED).isEqualTo(sponsored > 0);
    } else {
      assertThat(status).as("coupon kept").isIn(Status.NONE, Status.REVERSED);
      assertThat(sponsored + borne).as("a discount of nothing").isZero();
      assertThat(coupon.status()).isIn(Redemption.Status.WANTED, Redemption.Status.RETURNED);
    }
  }
}
