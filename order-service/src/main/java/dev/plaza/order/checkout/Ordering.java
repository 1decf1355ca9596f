package dev.plaza.order.checkout;

import dev.plaza.order.order.StoredOrder;
import dev.plaza.order.pricing.Coupons;
import dev.plaza.order.pricing.OrderDraft;
import dev.plaza.order.pricing.OrderableResult;
import dev.plaza.order.pricing.Orderables;
import dev.plaza.order.restaurant.Restaurants;
import dev.plaza.order.saga.Checkout;
import dev.plaza.order.saga.Deal;
import dev.plaza.order.saga.Redemption;
import dev.plaza.platform.Ids;
import dev.plaza.platform.security.Caller;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Makes an order of a cart, in the caller's transaction.
@Component
class Ordering {

  private static final int CODES = 10_000;

  private final Orderables orderables;
  private final Restaurants restaurants;
  private final Screening screening;
  private final CheckoutRunner checkouts;
  private final SecureRandom random = new SecureRandom();

  Ordering(
      Orderables orderables,
      Restaurants restaurants,
      Screening screening,
      CheckoutRunner checkouts) {
    this.orderables = orderables;
    this.restaurants = restaurants;
    this.screening = screening;
    this.checkouts = checkouts;
  }

  /// What the customer asks for.
  record Wish(
      String cartId,
      @Nullable String quoteId,
      boolean acceptChanges,
      String method,
      @Nullable String device) {}

  /// To be called before the transaction; see [Orderables#ask].
  Coupons.@Nullable Asked ask(Wish wish, Caller caller) {
    return orderables.ask(wish.cartId(), caller);
  }

  StoredOrder place(Wish wish, Coupons.@Nullable Asked asked, Caller caller) {
    return switch (orderables.orderable(
        wish.cartId(), wish.quoteId(), wish.acceptChanges(), asked, caller)) {
      case OrderableResult.Ready(var draft) -> place(draft, wish);
      case OrderableResult.CartSpent it -> throw it.problem();
      case OrderableResult.PriceChanged it -> throw it.problem();
      case OrderableResult.Refused it -> throw it.problem();
    };
  }

  private StoredOrder place(OrderDraft draft, Wish wish) {
    boolean pos = restaurants.find(draft.restaurantId()).filter(it -> it.pos() != null).isPresent();
    var deal =
        new Deal(
            wish.method(),
            Deal.ORIGINAL,
            draft.price().total(),
            pos,
            draft.prepMinutes(),
            draft.distanceM(),
            0);
    var code = "%04d".formatted(random.nextInt(CODES));
    var id = Ids.next();
    orderables.spend(draft, id);
    var verdict = screening.beforeHold(id, draft, wish.method(), wish.device());
    return checkouts.begin(
        id, draft, code, Checkout.placed(deal, draft.currency(), coupon(draft)), verdict);
  }

  private static @Nullable Redemption coupon(OrderDraft draft) {
    var coupon = draft.coupon();
    return coupon == null ? null : Redemption.wanted(coupon.code(), draft.price().discount());
  }
}
