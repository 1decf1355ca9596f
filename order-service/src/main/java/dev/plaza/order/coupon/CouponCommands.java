package dev.plaza.order.coupon;

import dev.plaza.order.checkout.CommandExecutor;
import dev.plaza.order.order.OrderStore;
import dev.plaza.order.order.StoredOrder;
import dev.plaza.order.saga.CheckoutCommand;
import dev.plaza.order.saga.CheckoutCommand.ConfirmCoupon;
import dev.plaza.order.saga.CheckoutCommand.CouponCommand;
import dev.plaza.order.saga.CheckoutCommand.ReserveCoupon;
import dev.plaza.order.saga.CheckoutCommand.ReturnCoupon;
import dev.plaza.order.saga.CheckoutSignal;
import dev.plaza.order.saga.CheckoutSignal.CouponConfirmed;
import dev.plaza.order.saga.CheckoutSignal.CouponLost;
import dev.plaza.order.saga.CheckoutSignal.CouponRefused;
import dev.plaza.order.saga.CheckoutSignal.CouponReserved;
import dev.plaza.order.saga.CheckoutSignal.CouponReturned;
import dev.plaza.order.work.RetryLater;
import dev.plaza.platform.problem.ProblemException;
import java.util.List;
import org.springframework.stereotype.Component;

/// The saga's commands about coupons, as calls of the quota service.
@Component
class CouponCommands implements CommandExecutor {

  private final Redemptions redemptions;
  private final CouponUses uses;
  private final OrderStore orders;
  private final CouponProperties properties;

  CouponCommands(
      Redemptions redemptions, CouponUses uses, OrderStore orders, CouponProperties properties) {
    this.redemptions = redemptions;
    this.uses = uses;
    this.orders = orders;
    this.properties = properties;
  }

  @Override
  public boolean handles(CheckoutCommand command) {
    return command instanceof CouponCommand;
  }

  @Override
  public List<CheckoutSignal> execute(Request request) {
    if (!(request.command() instanceof CouponCommand command)) {
      throw new IllegalArgumentException("not about a coupon: " + request.command());
    }
    var order = orders.find(request.orderId()).orElseThrow(ProblemException::notFound);
    var customer = order.customerId();
    return List.of(
        switch (command) {
          case ReserveCoupon it -> reserve(request, it, customer);
          case ConfirmCoupon it -> confirm(request, it, order);
          case ReturnCoupon it -> giveBack(request, it, customer);
        });
  }

  /// A hold of the same customer that is only waiting to be given back never stands in the way.
  private CheckoutSignal reserve(Request request, ReserveCoupon command, String customer) {
    String order = request.orderId();
    uses.bringBack(customer, command.offer(), order);
    try {
      var answer =
          redemptions.reserve(
              order, command.offer(), customer, command.amount(), command.currency());
      if (!answer.isDone()) {
        return new CouponRefused(answer.code());
      }
      return answer.isTakenBack() ? new CouponRefused("cancelled") : new CouponReserved();
    } catch (RetryLater e) {
      if (request.attempts() >= properties.askAfter()
          && redemptions.state(order, command.offer(), customer).equals("reserved")) {
        return new CouponReserved();
      }
      throw e;
    }
  }

  /// The service itself finds another right for a reservation that ran out; where there is none
  /// left, the platform bears the discount. What a substitution left of the discount is confirmed,
  /// so that the rest of it is back in the budget.
  private CheckoutSignal confirm(Request request, ConfirmCoupon command, StoredOrder order) {
    var price = orders.content(order.id(), order.progress().revision()).price();
    try {
      var answer =
          redemptions.confirm(
              order.id(), command.offer(), order.customerId(), price.discount(), price.currency());
      return answer.isDone() ? new CouponConfirmed() : new CouponLost(answer.code());
    } catch (RetryLater e) {
      if (request.attempts() >= properties.askAfter()
          && redemptions
              .state(order.id(), command.offer(), order.customerId())
              .equals("redeemed")) {
        return new CouponConfirmed();
      }
      throw e;
    }
  }

  /// Not there is as good as given back.
  private CheckoutSignal giveBack(Request request, ReturnCoupon command, String customer) {
    var answer = redemptions.giveBack(request.orderId(), command.offer(), customer);
    if (!answer.isDone() && answer.status() != 404) {
      throw new IllegalStateException(
          "coupon %s of order %s is not taken back: %s"
              .formatted(command.offer(), request.orderId(), answer.code()));
    }
    return new CouponReturned();
  }
}
