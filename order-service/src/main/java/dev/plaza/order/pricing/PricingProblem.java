package dev.plaza.order.pricing;

import dev.plaza.platform.problem.ProblemCode;
import java.util.Locale;

/// Why a cart cannot be priced or ordered.
public enum PricingProblem implements ProblemCode {
  CART_EMPTY(422, "The cart is empty"),
  DELIVERY_MISSING(422, "The cart has no delivery address"),
  ITEMS_UNAVAILABLE(422, "Nothing in the cart can be had"),
  RESTAURANT_CLOSED(422, "The restaurant takes no orders now"),
  OUT_OF_ZONE(422, "The restaurant does not deliver there"),
  BELOW_MINIMUM(422, "The order is below the restaurant's minimum"),
  COUPON_REFUSED(422, "The coupon is not accepted"),
  COUPON_UNAVAILABLE(503, "Coupons cannot be checked now"),
  AMOUNT_TOO_LARGE(422, "The order is too large"),
  SUBSTITUTION_INVALID(422, "The replacement cannot be offered"),
  QUOTE_UNKNOWN(422, "The quote is not known"),
  PRICE_CHANGED(409, "The price changed"),
  CART_SPENT(409, "The cart has been ordered"),
  OUT_OF_STOCK(409, "Somebody else took the last one");

  private final int status;
  private final String title;

  PricingProblem(int status, String title) {
    this.status = status;
    this.title = title;
  }

  static PricingProblem of(String code) {
    return valueOf(code.toUpperCase(Locale.ROOT));
  }

  @Override
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  @Override
  public int status() {
    return status;
  }

  @Override
  public String title() {
    return title;
  }
}
