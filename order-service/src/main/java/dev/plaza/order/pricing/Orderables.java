package dev.plaza.order.pricing;

import dev.plaza.platform.security.Caller;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Turns carts into orders: the only door from checkout into carts, prices and stock.
///
/// Every method runs in the caller's transaction, except that a fresh quote survives its rollback.
@Component
public class Orderables {

  /// Locks the cart and prices it again by the newest menu, stock, hours, zone and minimum.
  ///
  /// A lower price is passed on; anything worse than the quote needs `acceptChanges`. A cart that
  /// is not the caller's answers 404 `not_found`.
  ///
  /// @param quoteId null: no price was seen, so every price needs consent
  public OrderableResult orderable(
      String cartId, @Nullable String quoteId, boolean acceptChanges, Caller caller) {
    throw new UnsupportedOperationException(cartId + quoteId + acceptChanges + caller);
  }

  /// Binds the cart to the order and takes the stock of its lines.
  ///
  /// Refuses with 409 `cart_spent` or `out_of_stock` when somebody was faster.
  public void spend(OrderDraft draft, String orderId) {
    throw new UnsupportedOperationException(draft + orderId);
  }

  /// Gives the order's stock back. Twice is harmless.
  public void restock(String orderId) {
    throw new UnsupportedOperationException(orderId);
  }

  /// Prices other lines in the same context: distance, surge and tip stay as they were.
  public PriceBreakdown reprice(OrderDraft draft, List<OrderLine> lines) {
    throw new UnsupportedOperationException(draft + "" + lines);
  }

  /// Prices a restaurant's proposal by its newest menu; `lines` are the order's present lines.
  ///
  /// Refuses with 422 `substitution_invalid` what the menu does not have, with a pointer. Takes no
  /// stock: see `restock`.
  public Substitution substitute(
      OrderDraft draft, List<OrderLine> lines, List<Substitution.Replacement> replacements) {
    throw new UnsupportedOperationException(draft + "" + lines + replacements);
  }

  /// Makes the order hold exactly the stock of `lines`: takes what is new, gives back what is gone.
  ///
  /// Refuses with 409 `out_of_stock`.
  public void restock(String orderId, String restaurantId, List<OrderLine> lines) {
    throw new UnsupportedOperationException(orderId + restaurantId + lines);
  }
}
