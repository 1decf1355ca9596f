package dev.plaza.gateway.routing;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;

/// The parts behind the gateway: their instances and one circuit breaker each.
///
/// A breaker counts only what says that a part is in trouble (not reached, no answer in time);
/// an answer of any status is an answer.
@Component
public final class Parts {

  /// How long an open breaker refuses before it lets a few requests try.
  static final Duration OPEN_FOR = Duration.ofSeconds(1);

  private final Map<String, Part> parts = new LinkedHashMap<>();

  record Part(String name, Instances instances, CircuitBreaker breaker) {}

  Parts(RoutingProperties properties, Clock clock, MeterRegistry meters) {
    for (String name : RouteTable.parts()) {
      var instances =
          new Instances(
              properties.routes().getOrDefault(name, List.of()), clock, properties.ejection());
      var breaker = CircuitBreaker.of(name, breakerConfig());
      parts.put(name, new Part(name, instances, breaker));
      Gauge.builder("plaza.gateway.breaker.open", breaker, Parts::openness)
          .tag("part", name)
          .description("1 while requests to the part are refused, 0.5 while it is being tried")
          .register(meters);
    }
  }

  /// The instances of each part by name.
  public Map<String, List<URI>> uris() {
    var uris = new LinkedHashMap<String, List<URI>>();
    parts.forEach((name, part) -> uris.put(name, part.instances().uris()));
    return uris;
  }

  Part get(String name) {
    Part part = parts.get(name);
    if (part == null) {
      throw new IllegalArgumentException("no part " + name);
    }
    return part;
  }

  private static double openness(CircuitBreaker breaker) {
    return switch (breaker.getState()) {
      case OPEN, FORCED_OPEN -> 1;
      case HALF_OPEN -> 0.5;
      case CLOSED, DISABLED, METRICS_ONLY -> 0;
    };
  }

  private static CircuitBreakerConfig breakerConfig() {
    return CircuitBreakerConfig.custom()
        .slidingWindowType(SlidingWindowType.TIME_BASED)
        .slidingWindowSize(10)
        .minimumNumberOfCalls(20)
        .failureRateThreshold(50)
        .waitDurationInOpenState(OPEN_FOR)
        .permittedNumberOfCallsInHalfOpenState(5)
        .maxWaitDurationInHalfOpenState(Duration.ofSeconds(5))
        .build();
  }
}
