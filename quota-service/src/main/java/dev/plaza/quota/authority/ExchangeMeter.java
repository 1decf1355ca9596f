package dev.plaza.quota.authority;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;
import org.springframework.stereotype.Component;

/// How the exchange of rights fares.
@Component
class ExchangeMeter {

  private final Timer exchanges;
  private final DistributionSummary reports;
  private final Counter failures;

  ExchangeMeter(MeterRegistry meters) {
    this.exchanges = Timer.builder("plaza.quota.exchange").register(meters);
    this.reports = DistributionSummary.builder("plaza.quota.exchange.reports").register(meters);
    this.failures = Counter.builder("plaza.quota.exchange.failures").register(meters);
  }

  void exchanged(long nanos, int size) {
    exchanges.record(nanos, TimeUnit.NANOSECONDS);
    reports.record(size);
  }

  void failed() {
    failures.increment();
  }
}
