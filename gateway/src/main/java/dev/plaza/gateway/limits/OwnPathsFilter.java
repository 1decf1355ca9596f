package dev.plaza.gateway.limits;

import dev.plaza.gateway.routing.PartRoute;
import dev.plaza.gateway.routing.RouteTable;
import org.springframework.core.Ordered;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/// Limits what the gateway answers itself: tokens, pages, and the limits' own API.
@Component
class OwnPathsFilter implements WebFilter, Ordered {

  /// After the security chain (-100): the caller is known.
  private static final int ORDER = -50;

  private final Limits limits;

  OwnPathsFilter(Limits limits) {
    this.limits = limits;
  }

  @Override
  public int getOrder() {
    return ORDER;
  }

  @Override
  public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
    PartRoute route = RouteTable.own(exchange.getRequest().getPath().pathWithinApplication());
    return route == null
        ? chain.filter(exchange)
        : limits.pass(exchange, route, chain.filter(exchange));
  }
}
