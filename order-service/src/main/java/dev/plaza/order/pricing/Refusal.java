package dev.plaza.order.pricing;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A rule that a cart does not meet.
///
/// @param code one of `PricingProblem`
/// @param nextOpenAt for `restaurant_closed`, where known
/// @param minimumOrder for `below_minimum`
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Refusal(
    String code, String detail, @Nullable Instant nextOpenAt, @Nullable Long minimumOrder) {

  boolean is(PricingProblem problem) {
    return code.equals(problem.code());
  }

  static Refusal of(PricingProblem problem, String detail) {
    return new Refusal(problem.code(), detail, null, null);
  }
}
