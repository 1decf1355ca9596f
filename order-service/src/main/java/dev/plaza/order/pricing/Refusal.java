package dev.plaza.order.pricing;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A rule that a cart does not meet.
///
/// @param code one of `PricingProblem`
/// @param nextOpenAt for `restaurant_closed`, where known
/// @param minimumOrder for `below_minimum`
/// @param reason for `coupon_refused`: why, as a stable word
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Refusal(
    String code,
    String detail,
    @Nullable Instant nextOpenAt,
    @Nullable Long minimumOrder,
    @Nullable String reason) {

  boolean is(PricingProblem problem) {
    return code.equals(problem.code());
  }

  static Refusal of(PricingProblem problem, String detail) {
    return new Refusal(problem.code(), detail, null, null, null);
  }

  static Refusal coupon(Coupons.Answer.Refused it) {
    return new Refusal(PricingProblem.COUPON_REFUSED.code(), it.detail(), null, null, it.reason());
  }
}
