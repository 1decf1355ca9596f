package dev.plaza.gateway.limits;

import dev.plaza.gateway.routing.FilterOrder;
import dev.plaza.gateway.routing.RoutedExchange;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.core.Ordered;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/// Limits what is routed to parts.
@Component
class RateLimitFilter implements GlobalFilter, Ordered {

  private final Limits limits;

  RateLimitFilter(Limits limits) {
    this.limits = limits;
  }

  @Override
  public int getOrder() {
    return FilterOrder.RATE_LIMIT;
  }

  @Override
  public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
    return limits.pass(exchange, RoutedExchange.route(exchange), chain.filter(exchange));
  }
}
