package dev.plaza.gateway.routing;

import dev.plaza.gateway.problem.Problem;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.core.Ordered;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.stereotype.Component;
import org.springframework.util.unit.DataSize;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/// Refuses bodies that are too long: at once when the length is told, else at the byte too many.
/// Bodies are streamed through, never held.
///
/// What a client goes on sending is read and dropped, up to a bound, before the answer: a
/// connection closed under its hands would look to it like a reset, not like a 413. A client that
/// waits for `100 Continue` is answered before it sends anything.
@Component
class BodyLimitFilter implements GlobalFilter, Ordered {

  private static final long DRAINED_BYTES_MAX = 32L << 20;
  private static final Duration DRAIN_MAX = Duration.ofSeconds(10);

  private final RoutingProperties properties;

  BodyLimitFilter(RoutingProperties properties) {
    this.properties = properties;
  }

  @Override
  public int getOrder() {
    return FilterOrder.BODY_LIMIT;
  }

  @Override
  public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
    DataSize limit =
        RoutedExchange.route(exchange).kind() == PartRoute.Kind.UPLOAD
            ? properties.uploadBody()
            : properties.body();
    long length = exchange.getRequest().getHeaders().getContentLength();
    if (length > limit.toBytes()) {
      return drained(exchange.getRequest()).then(Mono.error(tooLarge(limit)));
    }
    if (length >= 0 || !hasBody(exchange.getRequest())) {
      return chain.filter(exchange);
    }
    return chain.filter(
        exchange.mutate().request(new Counted(exchange.getRequest(), limit)).build());
  }

  private static Mono<Void> drained(ServerHttpRequest request) {
    if (request.getHeaders().containsHeader(HttpHeaders.EXPECT)) {
      return Mono.empty();
    }
    var seen = new AtomicLong();
    return request
        .getBody()
        .map(
            buffer -> {
              int bytes = buffer.readableByteCount();
              DataBufferUtils.release(buffer);
              return seen.addAndGet(bytes);
            })
        .takeUntil(it -> it > DRAINED_BYTES_MAX)
        .take(DRAIN_MAX)
        .then()
        .onErrorComplete();
  }

  private static boolean hasBody(ServerHttpRequest request) {
    return request.getHeaders().containsHeader("Transfer-Encoding");
  }

  private static Problem tooLarge(DataSize limit) {
    return new Problem(
        Problem.Code.PAYLOAD_TOO_LARGE, "At most %d bytes here.".formatted(limit.toBytes()));
  }

  private static final class Counted extends ServerHttpRequestDecorator {
    private final DataSize limit;

    Counted(ServerHttpRequest request, DataSize limit) {
      super(request);
      this.limit = limit;
    }

    @Override
    public Flux<DataBuffer> getBody() {
      var seen = new AtomicLong();
      return super.getBody()
          .takeUntil(_ -> seen.get() > limit.toBytes() + DRAINED_BYTES_MAX)
          .<DataBuffer>handle(
              (buffer, sink) -> {
                if (seen.addAndGet(buffer.readableByteCount()) > limit.toBytes()) {
                  DataBufferUtils.release(buffer);
                } else {
                  sink.next(buffer);
                }
              })
          .concatWith(
              Flux.defer(
                  () -> seen.get() > limit.toBytes() ? Flux.error(tooLarge(limit)) : Flux.empty()));
    }
  }
}
