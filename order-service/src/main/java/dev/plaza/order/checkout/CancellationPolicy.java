package dev.plaza.order.checkout;

import dev.plaza.order.checkout.CheckoutSignal.CancelRequested.By;
import org.jspecify.annotations.Nullable;

/// What a cancellation costs, by status: data, so that the preview and the deed say the same.
final class CancellationPolicy {

  private CancellationPolicy() {}

  /// @param policy stable name of the rule
  record Terms(long fee, int feePercent, String policy) {}

  /// @return null: cannot be cancelled by this party any more
  static @Nullable Terms of(Checkout checkout, By by, CheckoutProperties properties) {
    var status = checkout.status();
    if (status.terminal() || checkout instanceof Closing || checkout instanceof Settling) {
      return null;
    }
    return switch (by) {
      case OPS -> new Terms(0, 0, "operator");
      case CUSTOMER -> {
        Integer percent = properties.feePercent().get(status);
        yield percent == null
            ? null
            : new Terms(
                fee(checkout.deal().total(), percent),
                percent,
                percent == 0 ? "free_until_accepted" : "percent_once_accepted");
      }
    };
  }

  /// HALF_UP, and exact: the product fits as long as totals are below 9 * 10^16.
  static long fee(long total, int percent) {
    return (Math.multiplyExact(total, percent) + 50) / 100;
  }
}
