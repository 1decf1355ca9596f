package dev.plaza.order.saga;

import dev.plaza.order.saga.CheckoutSignal.CancelRequested.By;
import org.jspecify.annotations.Nullable;

/// What a cancellation costs, by status: data, so that the preview and the deed say the same.
public final class CancellationPolicy {

  private CancellationPolicy() {}

  /// @param policy stable name of the rule
  public record Cost(long fee, int feePercent, String policy) {}

  /// @return null: cannot be cancelled by this party any more
  public static @Nullable Cost of(Checkout checkout, By by, Terms properties) {
    var status = checkout.status();
    if (status.terminal() || checkout instanceof Closing || checkout instanceof Settling) {
      return null;
    }
    return switch (by) {
      case OPS -> new Cost(0, 0, "operator");
      case CUSTOMER -> {
        Integer percent = properties.feePercent().get(status);
        yield percent == null
            ? null
            : new Cost(
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
