package dev.plaza.dispatch.eta;

import dev.plaza.dispatch.job.JobEvent;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.event.TransactionalEventListener;

/// How wrong the expectations were, as the service's own metric: `dispatch.eta.error` (seconds,
/// absolute; `said` = first or last) and `dispatch.eta.inside` (share inside the last interval).
@Component
class EtaAccuracy {

  private final MeterRegistry meters;

  EtaAccuracy(MeterRegistry meters) {
    this.meters = meters;
  }

  @TransactionalEventListener
  void on(JobEvent.Delivered delivered) {
    var job = delivered.job();
    measure("first", job.firstExpectedAt(), delivered.at());
    var last = job.arrival();
    if (last != null) {
      measure("last", last.at(), delivered.at());
      boolean inside =
          !delivered.at().isBefore(last.earliest()) && !delivered.at().isAfter(last.latest());
      meters.counter("dispatch.eta.inside", "inside", Boolean.toString(inside)).increment();
    }
  }

  private void measure(String said, @Nullable Instant expected, Instant actual) {
    if (expected != null) {
      DistributionSummary.builder("dispatch.eta.error")
          .description("Distance between expected and actual hand-over")
          .baseUnit("seconds")
          .tag("said", said)
          .publishPercentiles(0.5, 0.9)
          .register(meters)
          .record(Duration.between(expected, actual).abs().toMillis() / 1000.0);
    }
  }
}
