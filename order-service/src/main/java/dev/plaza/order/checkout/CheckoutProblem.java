package dev.plaza.order.checkout;

import dev.plaza.order.order.StoredOrder;
import dev.plaza.order.saga.Decision;
import dev.plaza.platform.problem.ProblemCode;
import dev.plaza.platform.problem.ProblemException;
import java.util.Locale;

/// Why an order cannot be moved as asked.
public enum CheckoutProblem implements ProblemCode {
  ILLEGAL_TRANSITION(409, "The order's state does not allow this"),
  TOO_MANY(409, "There were too many of these"),
  REFUND_EXCEEDS_CAPTURED(422, "More than what is left to give back"),
  CURRENCY_MISMATCH(422, "The order is in another currency");

  private final int status;
  private final String title;

  CheckoutProblem(int status, String title) {
    this.status = status;
    this.title = title;
  }

  static ProblemException of(Decision.Refusal refusal, StoredOrder order) {
    var code =
        switch (refusal.code()) {
          case ILLEGAL_TRANSITION -> ILLEGAL_TRANSITION;
          case TOO_MANY -> TOO_MANY;
          case REFUND_EXCEEDS_CAPTURED -> REFUND_EXCEEDS_CAPTURED;
        };
    return new ProblemException(code, refusal.detail() + ".")
        .with("order_id", order.id())
        .with("order_status", order.progress().status());
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
