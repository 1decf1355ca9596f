package dev.plaza.gateway.routing;

import dev.plaza.gateway.problem.Problem;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.Ordered;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/// Bounds what runs at once. At shutdown it ends the streams, whose clients resume elsewhere, so
/// that the server's grace period is left to the calls.
@Component
class InFlightFilter implements GlobalFilter, Ordered, SmartLifecycle {

  private final RoutingProperties properties;
  private final AtomicInteger calls = new AtomicInteger();
  private final AtomicInteger streams = new AtomicInteger();
  private volatile Sinks.Empty<Void> stopping = Sinks.empty();
  private volatile boolean running;

  InFlightFilter(RoutingProperties properties, MeterRegistry meters) {
    this.properties = properties;
    Gauge.builder("plaza.gateway.in_flight", calls, AtomicInteger::get)
        .tag("kind", "call")
        .register(meters);
    Gauge.builder("plaza.gateway.in_flight", streams, AtomicInteger::get)
        .tag("kind", "stream")
        .register(meters);
  }

  @Override
  public int getOrder() {
    return FilterOrder.IN_FLIGHT;
  }

  @Override
  public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
    return switch (RoutedExchange.route(exchange).kind()) {
      case CALL, UPLOAD -> call(exchange, chain);
      case STREAM, SOCKET -> stream(exchange, chain);
    };
  }

  private Mono<Void> call(ServerWebExchange exchange, GatewayFilterChain chain) {
    return Mono.defer(
        () -> {
          if (calls.incrementAndGet() > properties.inFlightMax()) {
            calls.decrementAndGet();
            return Mono.error(
                new Problem(Problem.Code.UNAVAILABLE, "Too many requests are running.")
                    .retryAfter(Duration.ofSeconds(1)));
          }
          return chain.filter(exchange).doFinally(_ -> calls.decrementAndGet());
        });
  }

  private Mono<Void> stream(ServerWebExchange exchange, GatewayFilterChain chain) {
    return Mono.defer(
        () -> {
          streams.incrementAndGet();
          return chain
              .filter(exchange)
              .takeUntilOther(stopping.asMono())
              .doFinally(_ -> streams.decrementAndGet());
        });
  }

  @Override
  public void start() {
    stopping = Sinks.empty();
    running = true;
  }

  @Override
  public void stop() {
    running = false;
    stopping.tryEmitEmpty();
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  /// Stops before the web server does.
  @Override
  public int getPhase() {
    return Integer.MAX_VALUE;
  }
}
