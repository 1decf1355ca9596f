package dev.plaza.quota.offer;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/// When an offer applies to an order.
///
/// @param minimumSubtotal the goods must cost at least this
/// @param restaurantIds only at these; empty: everywhere
/// @param firstOrderOnly only for the customer's first order
/// @param maxDiscount the most a percentage takes off
/// @param honorHolds whether a hold taken before the end may be confirmed after it
public record Conditions(
    @Nullable Money minimumSubtotal,
    Set<String> restaurantIds,
    boolean firstOrderOnly,
    @Nullable Money maxDiscount,
    boolean honorHolds) {

  public static final Conditions NONE = new Conditions(null, Set.of(), false, null, true);

  public Conditions {
    restaurantIds = Set.copyOf(restaurantIds);
  }
}
