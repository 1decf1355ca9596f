package dev.plaza.order.cart;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a customer means to order from one restaurant. Every edit makes a new version.
///
/// @param orderId the order it has become; such a cart changes no more
public record Cart(
    String id,
    String customerId,
    String restaurantId,
    long version,
    Content content,
    @Nullable String orderId,
    Instant createdAt,
    Instant updatedAt) {

  /// What an edit changes.
  ///
  /// @param menuVersion that the lines were held against
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Content(
      long menuVersion,
      String currency,
      List<CartLine> lines,
      @Nullable String coupon,
      @Nullable Delivery delivery,
      long tip) {}

  public List<CartLine> lines() {
    return content.lines();
  }

  Cart edited(Content next, Instant at) {
    return new Cart(id, customerId, restaurantId, version + 1, next, orderId, createdAt, at);
  }
}
