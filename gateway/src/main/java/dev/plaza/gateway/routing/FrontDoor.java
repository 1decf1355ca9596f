package dev.plaza.gateway.routing;

import dev.plaza.gateway.problem.Problem;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.PathContainer;
import org.springframework.http.server.PathContainer.PathSegment;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/// First to see a request: gives it an id, and turns away paths that a part behind might read
/// differently than the route table does (`/restaurants/../actuator`, encoded slashes).
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 10)
class FrontDoor implements WebFilter {

  static final String REQUEST_ID = "X-Request-Id";

  private static final Pattern ID = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  @Override
  public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
    String given = exchange.getRequest().getHeaders().getFirst(REQUEST_ID);
    String id = given != null && ID.matcher(given).matches() ? given : UUID.randomUUID().toString();
    HttpHeaders answer = exchange.getResponse().getHeaders();
    exchange
        .getResponse()
        .beforeCommit(
            () -> {
              answer.set(REQUEST_ID, id);
              answer.remove(HttpHeaders.SERVER);
              answer.remove("X-Powered-By");
              return Mono.empty();
            });
    if (isAmbiguous(exchange.getRequest().getPath())) {
      return Mono.error(new Problem(Problem.Code.MALFORMED, "The path is not in normal form."));
    }
    var request = exchange.getRequest().mutate().headers(it -> it.set(REQUEST_ID, id)).build();
    return chain.filter(exchange.mutate().request(request).build());
  }

  private static boolean isAmbiguous(PathContainer path) {
    String raw = path.value().toLowerCase(Locale.ROOT);
    if (raw.contains("//")
        || raw.contains("%2f")
        || raw.contains("%5c")
        || raw.contains("\\")
        || raw.contains("%00")
        || raw.contains(";")) {
      return true;
    }
    for (PathContainer.Element element : path.elements()) {
      if (element instanceof PathSegment segment) {
        String value = segment.valueToMatch();
        if (value.equals(".") || value.equals("..")) {
          return true;
        }
      }
    }
    return false;
  }
}
