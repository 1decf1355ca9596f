package dev.plaza.quota.offer;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Conditions as stored and shown.
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ConditionsBody(
    @Nullable Money minimumSubtotal,
    @Nullable List<String> restaurantIds,
    @Nullable Boolean firstOrderOnly,
    @Nullable Money maxDiscount,
    @Nullable Boolean honorHolds) {

  public static ConditionsBody of(Conditions it) {
    return new ConditionsBody(
        it.minimumSubtotal(),
        it.restaurantIds().isEmpty() ? null : it.restaurantIds().stream().sorted().toList(),
        it.firstOrderOnly() ? true : null,
        it.maxDiscount(),
        it.honorHolds());
  }
}
