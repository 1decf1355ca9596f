package dev.plaza.order.pricing;

import dev.plaza.order.cart.Cart;
import dev.plaza.order.cart.Carts;
import dev.plaza.order.cart.Delivery;
import dev.plaza.order.restaurant.Stock;
import dev.plaza.platform.problem.ProblemException;
import dev.plaza.platform.security.Caller;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Turns carts into orders: the only door from checkout into carts, prices and stock.
///
/// Every method runs in the caller's transaction, except that a fresh quote survives its rollback.
@Component
public class Orderables {

  private final Carts carts;
  private final Stock stock;
  private final Assessor assessor;
  private final Quoting quoting;
  private final PricingMetrics metrics;
  private final Clock clock;

  Orderables(
      Carts carts,
      Stock stock,
      Assessor assessor,
      Quoting quoting,
      PricingMetrics metrics,
      Clock clock) {
    this.carts = carts;
    this.stock = stock;
    this.assessor = assessor;
    this.quoting = quoting;
    this.metrics = metrics;
    this.clock = clock;
  }

  /// Locks the cart and prices it again by the newest menu, stock, hours, zone and minimum.
  ///
  /// A lower price is passed on; anything worse than the quote needs `acceptChanges`. Until it
  /// expires a quote holds its surge. A cart that is not the caller's answers 404 `not_found`, a
  /// quote that is not the cart's 422 `quote_unknown`.
  ///
  /// @param quoteId null: no price was seen, so every price needs consent
  /// @param asked what `ask` said before the transaction; it is asked again if the cart has changed
  public OrderableResult orderable(
      String cartId,
      @Nullable String quoteId,
      boolean acceptChanges,
      Coupons.@Nullable Asked asked,
      Caller caller) {
    var result = look(cartId, quoteId, acceptChanges, asked, caller);
    metrics.looked(result);
    return result;
  }

  /// Asks about the coupon of a cart, if it has one. To be called outside of a transaction, so that
  /// none waits for another service.
  public Coupons.@Nullable Asked ask(String cartId, Caller caller) {
    return carts
        .withCoupon(caller, cartId)
        .map(it -> assessor.ask(it, clock.instant()))
        .orElse(null);
  }

  private OrderableResult look(
      String cartId,
      @Nullable String quoteId,
      boolean acceptChanges,
      Coupons.@Nullable Asked asked,
      Caller caller) {
    Cart cart = carts.locked(caller, cartId);
    if (cart.orderId() != null) {
      return new OrderableResult.CartSpent(cart.orderId());
    }
    Instant now = clock.instant();
    Quotes.Stored seen = quoteId == null ? null : quoting.seen(cart, quoteId);
    Assessment fresh = assessor.assess(cart, now, promised(seen, now), asked);
    var hard = fresh.refusedWhateverChanged();
    if (!hard.isEmpty()) {
      return refused(hard);
    }
    if (!acceptChanges) {
      var diff =
          seen == null
              ? new Diff(fresh.changes(), true)
              : Diff.between(seen.quote(), cart.version(), fresh);
      if (diff.needsConsent()) {
        return new OrderableResult.PriceChanged(quoting.store(cart, fresh, now), diff.changes());
      }
    }
    return fresh.refused().isEmpty()
        ? new OrderableResult.Ready(draft(cart, quoteId, fresh))
        : refused(fresh.refused());
  }

  /// Binds the cart to the order and takes the stock of its lines.
  ///
  /// Refuses with 409 `cart_spent` or `out_of_stock` when somebody was faster.
  public void spend(OrderDraft draft, String orderId) {
    if (!carts.spend(draft.cartId(), orderId)) {
      throw new ProblemException(PricingProblem.CART_SPENT, "This cart has become another order.");
    }
    take(orderId, draft.restaurantId(), draft.lines());
  }

  /// Gives the order's stock back: for an order that ends before the kitchen has begun. Twice is
  /// harmless.
  public void restock(String orderId) {
    stock.giveBack(orderId);
  }

  /// Prices other lines in the same context: distance, surge and tip stay as they were, and nobody
  /// pays for an order that the restaurant made small.
  public PriceBreakdown reprice(OrderDraft draft, List<OrderLine> lines) {
    return assessor.again(draft, lines).price();
  }

  /// Prices a restaurant's proposal by its newest menu; `lines` are the order's present lines.
  ///
  /// Refuses with 422 `substitution_invalid` what the menu does not have, with a pointer. Takes no
  /// stock: see `restock`.
  public Substitution substitute(
      OrderDraft draft, List<OrderLine> lines, List<Substitution.Replacement> replacements) {
    return assessor.substitute(draft, lines, replacements);
  }

  /// Makes the order hold the stock of `lines` instead of what it held. Never refuses: the
  /// restaurant itself offered them.
  public void restock(String orderId, String restaurantId, List<OrderLine> lines) {
    stock.exchange(orderId, restaurantId, pieces(lines));
  }

  private static @Nullable SurgeLevel promised(Quotes.@Nullable Stored seen, Instant now) {
    return seen == null || !now.isBefore(seen.quote().expiresAt())
        ? null
        : new SurgeLevel(seen.quote().surge().level(), seen.surgePercent());
  }

  private static OrderableResult.Refused refused(List<Refusal> refused) {
    var first = refused.getFirst();
    return new OrderableResult.Refused(
        PricingProblem.of(first.code()), first.detail(), List.copyOf(refused));
  }

  private OrderDraft draft(Cart cart, @Nullable String quoteId, Assessment fresh) {
    Delivery delivery = cart.content().delivery();
    Integer distance = fresh.distanceM();
    if (delivery == null || distance == null) {
      throw new IllegalStateException("an orderable cart without delivery: " + cart.id());
    }
    var restaurant = fresh.shop().restaurant();
    var price = fresh.price();
    return new OrderDraft(
        cart.id(),
        cart.version(),
        quoteId == null ? "" : quoteId,
        cart.customerId(),
        cart.restaurantId(),
        restaurant.name(),
        fresh.shop().menu().version(),
        price.currency(),
        fresh.lines(),
        price,
        restaurant.location(),
        delivery.location(),
        delivery.address() == null ? "" : delivery.address(),
        delivery.instructions(),
        distance,
        restaurant.prepMinutes(),
        fresh.surge().percent(),
        price.tip(),
        assessor.courierPay(price, distance),
        fresh.coupon());
  }

  private static Map<String, Integer> pieces(List<OrderLine> lines) {
    Map<String, Integer> pieces = new HashMap<>();
    lines.forEach(it -> pieces.merge(it.sku(), it.quantity(), Integer::sum));
    return pieces;
  }

  private void take(String orderId, String restaurantId, List<OrderLine> lines) {
    stock
        .take(orderId, restaurantId, pieces(lines))
        .ifPresent(
            sku -> {
              throw new ProblemException(
                      PricingProblem.OUT_OF_STOCK, "Somebody else took the last of " + sku + ".")
                  .with("sku", sku);
            });
  }
}
