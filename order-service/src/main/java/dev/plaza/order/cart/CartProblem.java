package dev.plaza.order.cart;

import dev.plaza.platform.problem.ProblemCode;
import java.util.Locale;

/// Why a cart cannot be what somebody asked for.
public enum CartProblem implements ProblemCode {
  RESTAURANT_UNKNOWN(422, "There is no such restaurant"),
  OTHER_RESTAURANT(422, "A cart belongs to one restaurant"),
  ITEM_UNKNOWN(422, "The item is not on the menu"),
  QUANTITY_TOO_HIGH(422, "Too many pieces of one item"),
  AMOUNT_TOO_LARGE(422, "The cart is worth too much"),
  TIP_TOO_HIGH(422, "The tip is too high"),
  MODIFIERS_MISSING(422, "A choice is missing"),
  MODIFIERS_TOO_MANY(422, "Too many choices in a group"),
  MODIFIER_REPEATED(422, "An option was chosen too often"),
  MODIFIER_UNKNOWN(422, "The option is not offered here"),
  MODIFIER_AMBIGUOUS(422, "The option is offered in several places"),
  MODIFIERS_TOO_DEEP(422, "Choices are nested too deeply"),
  CART_SPENT(409, "The cart has been ordered");

  private final int status;
  private final String title;

  CartProblem(int status, String title) {
    this.status = status;
    this.title = title;
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
