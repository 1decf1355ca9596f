package dev.plaza.order.pricing;

import dev.plaza.platform.problem.ProblemException;
import java.time.Duration;
import java.util.List;

/// Whether a cart may become an order now.
public sealed interface OrderableResult {

  /// When to try again what could not be checked.
  Duration AGAIN = Duration.ofSeconds(2);

  record Ready(OrderDraft draft) implements OrderableResult {}

  /// Another order was made of this cart.
  record CartSpent(String orderId) implements OrderableResult {
    public ProblemException problem() {
      return new ProblemException(
              PricingProblem.CART_SPENT, "This cart has become order " + orderId + ".")
          .with("order_id", orderId);
    }
  }

  /// Something differs to the customer's disadvantage; `fresh` is stored already, in a transaction
  /// of its own, so that it can be ordered although the caller rolls back.
  record PriceChanged(Quote fresh, List<Change> changes) implements OrderableResult {
    public ProblemException problem() {
      return new ProblemException(
              PricingProblem.PRICE_CHANGED,
              "The price changed. Accept the changes, or order by the fresh quote.")
          .with("changes", changes)
          .with("quote", fresh);
    }
  }

  /// A rule says no, whatever the customer accepts.
  record Refused(PricingProblem code, String detail, List<Refusal> refused)
      implements OrderableResult {
    public ProblemException problem() {
      var problem = new ProblemException(code, detail).with("refused", refused);
      return code == PricingProblem.COUPON_UNAVAILABLE ? problem.retryAfter(AGAIN) : problem;
    }
  }
}
