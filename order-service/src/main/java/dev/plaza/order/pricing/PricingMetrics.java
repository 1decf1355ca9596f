package dev.plaza.order.pricing;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Objects;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/// `order.pricing.duration`: how long a quote takes. `order.pricing.orderable` by `outcome`: what
/// checkout was told about carts.
@Component
class PricingMetrics {

  private final MeterRegistry meters;
  private final Timer duration;

  PricingMetrics(MeterRegistry meters) {
    this.meters = meters;
    this.duration = meters.timer("order.pricing.duration");
  }

  <T> T timed(Supplier<T> quoting) {
    return Objects.requireNonNull(duration.record(quoting));
  }

  void looked(OrderableResult result) {
    String outcome =
        switch (result) {
          case OrderableResult.Ready _ -> "ready";
          case OrderableResult.CartSpent _ -> "cart_spent";
          case OrderableResult.PriceChanged _ -> "price_changed";
          case OrderableResult.Refused it -> it.code().code();
        };
    meters.counter("order.pricing.orderable", "outcome", outcome).increment();
  }
}
