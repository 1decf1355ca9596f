package dev.plaza.gateway.routing;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.filter.headers.HttpHeadersFilter;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.security.util.matcher.InetAddressMatcher;
import org.springframework.security.util.matcher.InetAddressMatchers;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;

/// Tells the parts who called. What the outside says about itself is dropped, unless it comes
/// from a proxy that is trusted.
@Component
class ForwardedHeaders implements HttpHeadersFilter, Ordered {

  private static final String FOR = "X-Forwarded-For";
  private static final String HOST = "X-Forwarded-Host";
  private static final String PROTO = "X-Forwarded-Proto";
  private static final String PORT = "X-Forwarded-Port";

  private final @Nullable InetAddressMatcher trusted;

  ForwardedHeaders(RoutingProperties properties) {
    List<String> proxies = properties.trustedProxies();
    this.trusted =
        proxies.isEmpty() ? null : InetAddressMatchers.builder().includeAddresses(proxies).build();
  }

  @Override
  public int getOrder() {
    // After the framework's, which drops these headers in every case.
    return Ordered.LOWEST_PRECEDENCE;
  }

  @Override
  public HttpHeaders filter(HttpHeaders input, ServerWebExchange exchange) {
    var headers = new HttpHeaders();
    input.forEach(
        (name, values) -> {
          if (!isForwarding(name)) {
            headers.addAll(name, values);
          }
        });
    ServerHttpRequest request = exchange.getRequest();
    URI uri = request.getURI();
    boolean believed = isTrusted(request);
    String from = address(request);
    // The framework has dropped them from its copy already.
    HttpHeaders said = request.getHeaders();
    String before = believed ? said.getFirst(FOR) : null;
    headers.set(FOR, before == null ? from : before + ", " + from);
    headers.set(PROTO, orElse(believed ? said.getFirst(PROTO) : null, uri.getScheme()));
    headers.set(HOST, orElse(believed ? said.getFirst(HOST) : null, uri.getAuthority()));
    headers.set(PORT, orElse(believed ? said.getFirst(PORT) : null, String.valueOf(port(uri))));
    return headers;
  }

  private boolean isTrusted(ServerHttpRequest request) {
    InetSocketAddress remote = request.getRemoteAddress();
    InetAddress address = remote == null ? null : remote.getAddress();
    return trusted != null && address != null && trusted.matches(address);
  }

  private static String address(ServerHttpRequest request) {
    InetSocketAddress remote = request.getRemoteAddress();
    return remote == null || remote.getAddress() == null
        ? "unknown"
        : remote.getAddress().getHostAddress();
  }

  private static boolean isForwarding(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return lower.startsWith("x-forwarded-")
        || lower.equals("forwarded")
        || lower.equals("x-real-ip")
        || lower.equals("x-client-ip")
        || lower.equals("true-client-ip");
  }

  private static String orElse(@Nullable String value, String other) {
    return value == null ? other : value;
  }

  private static int port(URI uri) {
    if (uri.getPort() >= 0) {
      return uri.getPort();
    }
    return "https".equals(uri.getScheme()) ? 443 : 80;
  }
}
