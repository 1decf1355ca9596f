package dev.plaza.gateway.identity;

import dev.plaza.gateway.routing.PartRoute;
import dev.plaza.gateway.routing.RouteTable;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import org.springframework.web.util.UriComponentsBuilder;
import reactor.core.publisher.Mono;

/// Browsers cannot set headers on a WebSocket or an EventSource. There, and only there, a token
/// may come as `?access_token=` or as `Sec-WebSocket-Protocol: bearer, <token>`. It is moved into
/// the `Authorization` header at once, so that no log, trace or part ever sees the other place.
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 20)
class TokenTransport implements WebFilter {

  private static final String PARAMETER = "access_token";
  private static final String PROTOCOLS = "Sec-WebSocket-Protocol";
  private static final String BEARER = "bearer";

  @Override
  public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
    ServerHttpRequest request = exchange.getRequest();
    String inQuery = request.getQueryParams().getFirst(PARAMETER);
    List<String> protocols = protocols(request);
    int bearer = protocols.indexOf(BEARER);
    boolean inProtocol = bearer >= 0 && bearer + 1 < protocols.size();
    if (inQuery == null && !inProtocol) {
      return chain.filter(exchange);
    }
    @Nullable String token = inProtocol ? protocols.remove(bearer + 1) : inQuery;
    boolean use = mayCarry(request) && !hasHeader(request);
    var moved =
        request
            .mutate()
            .uri(withoutParameter(request.getURI()))
            .headers(
                it -> {
                  if (token != null && use) {
                    it.setBearerAuth(token);
                  }
                  if (inProtocol) {
                    it.set(PROTOCOLS, String.join(", ", protocols));
                  }
                })
            .build();
    return chain.filter(exchange.mutate().request(moved).build());
  }

  private static boolean mayCarry(ServerHttpRequest request) {
    PartRoute route = RouteTable.find(request.getPath().pathWithinApplication());
    return route != null
        && (route.kind() == PartRoute.Kind.SOCKET || route.kind() == PartRoute.Kind.STREAM);
  }

  private static boolean hasHeader(ServerHttpRequest request) {
    return request.getHeaders().containsHeader(HttpHeaders.AUTHORIZATION);
  }

  private static List<String> protocols(ServerHttpRequest request) {
    var protocols = new ArrayList<String>();
    for (String line : request.getHeaders().getOrEmpty(PROTOCOLS)) {
      Arrays.stream(line.split(",")).map(String::strip).forEach(protocols::add);
    }
    return protocols;
  }

  private static URI withoutParameter(URI uri) {
    return UriComponentsBuilder.fromUri(uri).replaceQueryParam(PARAMETER).build(true).toUri();
  }
}
