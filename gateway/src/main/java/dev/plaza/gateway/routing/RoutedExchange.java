package dev.plaza.gateway.routing;

import java.util.Objects;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.web.server.ServerWebExchange;

/// Reads what the route predicate left in the exchange.
public final class RoutedExchange {

  private RoutedExchange() {}

  /// The route that was taken.
  public static PartRoute route(ServerWebExchange exchange) {
    Route route = exchange.getRequiredAttribute(ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR);
    return (PartRoute) Objects.requireNonNull(route.getMetadata().get(PartRoute.class.getName()));
  }
}
