package dev.plaza.gateway.limits;

import dev.plaza.gateway.routing.PartRoute;
import dev.plaza.ratelimit.Request;
import dev.plaza.ratelimit.address.ClientAddress;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;

/// Says in the limiter's words what a request is. The caller comes from the token, the address
/// from the connection and trusted proxies; nothing else that a client sends is believed.
@Component
final class LimitedRequests {

  static final String MESSAGE = "MESSAGE";

  private static final String OTHER = "OTHER";
  private static final Set<String> METHODS =
      Arrays.stream(HttpMethod.values()).map(HttpMethod::name).collect(Collectors.toSet());

  private final ClientAddress addresses;
  private final RouteNames names;

  LimitedRequests(ClientAddress addresses, RouteNames names) {
    this.addresses = addresses;
    this.names = names;
  }

  Request of(ServerWebExchange exchange, PartRoute route, Caller caller) {
    String method = exchange.getRequest().getMethod().name();
    return of(exchange, route, caller, METHODS.contains(method) ? method : OTHER);
  }

  /// Whether requests may have this method, as policies see them.
  static boolean isMethod(String method) {
    return METHODS.contains(method) || method.equals(MESSAGE) || method.equals(OTHER);
  }

  /// A message on a socket that the exchange opened.
  Request message(ServerWebExchange exchange, PartRoute route, Caller caller) {
    return of(exchange, route, caller, MESSAGE);
  }

  private Request of(ServerWebExchange exchange, PartRoute route, Caller caller, String method) {
    ServerHttpRequest request = exchange.getRequest();
    return Request.to(method, route.id())
        .aliases(names.of(route, request.getPath().pathWithinApplication()))
        .ip(address(request))
        .user(caller.subject())
        .roles(caller.roles())
        .tenant(caller.tenant())
        .build();
  }

  /// A token that was missing or bad: whoever sent it is known by address only.
  Request failure(ServerHttpRequest request) {
    return Request.to("GET", Limits.FAILURES).ip(address(request)).build();
  }

  private String address(ServerHttpRequest request) {
    InetSocketAddress remote = request.getRemoteAddress();
    @Nullable InetAddress peer = remote == null ? null : remote.getAddress();
    return addresses.key(peer, request.getHeaders().getOrEmpty("X-Forwarded-For"));
  }
}
