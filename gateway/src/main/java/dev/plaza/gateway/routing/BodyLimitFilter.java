package dev.plaza.gateway.routing;

import dev.plaza.gateway.problem.Problem;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.core.Ordered;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.stereotype.Component;
import org.springframework.util.unit.DataSize;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/// Refuses bodies that are too long: at once when the length is told, else at the byte too many.
/// Bodies are streamed through, never held.
@Component
class BodyLimitFilter implements GlobalFilter, Ordered {

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
      return Mono.error(tooLarge(limit));
    }
    if (length >= 0 || !hasBody(exchange.getRequest())) {
      return chain.filter(exchange);
    }
    return chain.filter(
        exchange.mutate().request(new Counted(exchange.getRequest(), limit)).build());
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
          .handle(
              (buffer, sink) -> {
                if (seen.addAndGet(buffer.readableByteCount()) > limit.toBytes()) {
                  DataBufferUtils.release(buffer);
                  sink.error(tooLarge(limit));
                } else {
                  sink.next(buffer);
                }
              });
    }
  }
}
