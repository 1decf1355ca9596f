package dev.plaza.bench.limit.gateway;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/// Takes the time that a limiter adds, inside the gateway: from entering the filter before it to
/// entering the one after it, and the same around what the limiter does when the answer's head is
/// written. Without a limiter that is the cost of the clock and of calling one filter more.
///
/// Put into a gateway by `spring.main.sources`, as [PeerLimits] is; the production gateway knows
/// nothing of it. At its end it prints the line that [FilterTime] reads.
@Configuration(proxyBeanMethods = false)
public class FilterTimes {

  /// The header of requests that count.
  static final String MEASURED = "Bench-Measured";

  private static final int SAMPLES_MAX = 1_000_000;
  private static final String ENTERED = FilterTimes.class.getName() + ".entered";
  private static final String COMMITTING = FilterTimes.class.getName() + ".committing";

  /// The limiters have 0. The framework's writer of answers stands at -1 too, and does nothing on
  /// the way in.
  private static final int BEFORE = -1;

  private static final int AFTER = 1;

  @Bean
  Samples benchSamples() {
    return new Samples();
  }

  @Bean
  GlobalFilter benchBefore() {
    return new Probe(
        BEFORE,
        exchange -> {
          exchange
              .getResponse()
              .beforeCommit(() -> Mono.fromRunnable(() -> stamp(exchange, COMMITTING)));
          stamp(exchange, ENTERED);
        });
  }

  @Bean
  GlobalFilter benchAfter(Samples samples) {
    return new Probe(
        AFTER,
        exchange -> {
          long passing = since(exchange, ENTERED);
          exchange
              .getResponse()
              .beforeCommit(
                  () ->
                      Mono.fromRunnable(
                          () -> samples.add(exchange, passing + since(exchange, COMMITTING))));
        });
  }

  private static void stamp(ServerWebExchange exchange, String name) {
    exchange.getAttributes().put(name, System.nanoTime());
  }

  private static long since(ServerWebExchange exchange, String name) {
    long began = exchange.getRequiredAttribute(name);
    return System.nanoTime() - began;
  }

  private interface Step {
    void at(ServerWebExchange exchange);
  }

  private record Probe(int order, Step step) implements GlobalFilter, Ordered {

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
      step.at(exchange);
      return chain.filter(exchange);
    }

    @Override
    public int getOrder() {
      return order;
    }
  }

  /// All times of requests that count, so that no histogram rounds them.
  static final class Samples implements DisposableBean {
    private final long[] nanos = new long[SAMPLES_MAX];
    private final AtomicInteger count = new AtomicInteger();

    void add(ServerWebExchange exchange, long taken) {
      if (!exchange.getRequest().getHeaders().containsHeader(MEASURED)) {
        return;
      }
      int index = count.getAndIncrement();
      if (index < SAMPLES_MAX) {
        nanos[index] = taken;
      }
    }

    @Override
    public void destroy() {
      long[] sorted = Arrays.copyOf(nanos, Math.min(count.get(), SAMPLES_MAX));
      Arrays.sort(sorted);
      System.out.println(FilterTime.line(sorted));
    }
  }
}
