package dev.plaza.gateway.limits;

import dev.plaza.ratelimit.Limiter;
import dev.plaza.ratelimit.LimiterStats;
import dev.plaza.ratelimit.policy.PolicyFeed;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.Timer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/// What the limits do, by policy and outcome. Policies come and go by API, so the number of their
/// names is bounded here.
@Component
final class LimitsMetrics {

  private static final int SERIES_MAX = 2_000;
  private static final String REQUESTS = "plaza.gateway.limits.requests";

  private record Series(String policy, String outcome) {}

  private final MeterRegistry meters;
  private final Map<Series, Counter> counters = new ConcurrentHashMap<>();
  private final Counter degraded;
  private final Timer held;
  private final Timer asked;

  LimitsMetrics(
      MeterRegistry meters, ObjectProvider<Limiter> limiter, ObjectProvider<PolicyFeed> feed) {
    this.meters = meters;
    this.degraded =
        Counter.builder("plaza.gateway.limits.degraded.requests")
            .description("Requests decided without Redis")
            .register(meters);
    this.held = timer("held");
    this.asked = timer("asked");
    limiter.ifAvailable(this::watch);
    feed.ifAvailable(
        it ->
            TimeGauge.builder(
                    "plaza.gateway.limits.policy.age",
                    it,
                    TimeUnit.MILLISECONDS,
                    of -> of.age().toMillis())
                .description("Since Redis last confirmed the policies in force")
                .register(meters));
  }

  private Timer timer(String tokens) {
    return Timer.builder("plaza.gateway.limits.decision")
        .tag("tokens", tokens)
        .description("What deciding adds to a request: from tokens held here, or asked for")
        .register(meters);
  }

  private void watch(Limiter limiter) {
    Gauge.builder("plaza.gateway.limits.degraded", limiter, LimitsMetrics::degradation)
        .description("1 while Redis does not answer, 0.5 while it is being tried")
        .register(meters);
    counter(limiter, "asks", "Questions to Redis", it -> it.asks());
    counter(limiter, "asks.overdue", "Those not answered within the budget", it -> it.overdue());
    counter(limiter, "asks.failed", "Those that failed", it -> it.failures());
    counter(
        limiter,
        "overflow",
        "Requests that shared a bucket for want of room",
        it -> it.overflowed());
  }

  private void counter(
      Limiter limiter, String name, String what, ToDoubleFunction<LimiterStats> value) {
    FunctionCounter.builder(
            "plaza.gateway.limits." + name, limiter, it -> value.applyAsDouble(it.stats()))
        .description(what)
        .register(meters);
  }

  static double degradation(Limiter limiter) {
    return switch (limiter.stats().breaker()) {
      case "CLOSED" -> 0;
      case "HALF_OPEN" -> 0.5;
      default -> 1;
    };
  }

  void took(long nanos, boolean fromHeld) {
    (fromHeld ? held : asked).record(nanos, TimeUnit.NANOSECONDS);
  }

  void degraded() {
    degraded.increment();
  }

  void count(String policy, String outcome) {
    var series = new Series(policy, outcome);
    Counter counter = counters.get(series);
    if (counter == null) {
      var bounded = counters.size() < SERIES_MAX ? series : new Series("other", outcome);
      counter = counters.computeIfAbsent(bounded, this::register);
    }
    counter.increment();
  }

  private Counter register(Series series) {
    return Counter.builder(REQUESTS)
        .tag("policy", series.policy())
        .tag("outcome", series.outcome())
        .description("Requests that a policy was asked about")
        .register(meters);
  }
}
