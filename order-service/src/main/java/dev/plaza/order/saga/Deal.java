package dev.plaza.order.saga;

import dev.plaza.order.order.OrderContent;

/// What was agreed with the customer, as far as decisions need it.
///
/// @param method the provider's token of the payment method
/// @param revision which of the order's stored sets of lines is in force
/// @param total minor units, of that revision
/// @param pos whether the restaurant takes orders by its point-of-sale system
/// @param prepMinutes how long this restaurant usually takes
/// @param distanceM from the restaurant to the door, as the crow flies
/// @param proposals how many substitutions were proposed so far
public record Deal(
    String method,
    String revision,
    long total,
    boolean pos,
    int prepMinutes,
    int distanceM,
    int proposals) {

  /// The lines as ordered.
  public static final String ORIGINAL = OrderContent.ORIGINAL;

  public Deal {
    if (total < 0 || prepMinutes < 0 || distanceM < 0 || proposals < 0) {
      throw new IllegalArgumentException("negative in a deal");
    }
  }

  Deal proposed() {
    return new Deal(method, revision, total, pos, prepMinutes, distanceM, proposals + 1);
  }

  Deal revised(Revision to) {
    return new Deal(method, to.name(), to.total(), pos, prepMinutes, distanceM, proposals);
  }

  /// A stored set of lines with its price.
  public record Revision(String name, long total) {}
}
