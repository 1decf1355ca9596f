package dev.plaza.gateway.routing;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_REQUEST_URL_ATTR;
import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.isAlreadyRouted;
import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.setAlreadyRouted;

import dev.plaza.gateway.problem.Problem;
import io.netty.handler.codec.http.websocketx.WebSocketClientHandshakeException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.filter.headers.HttpHeadersFilter;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import org.springframework.web.reactive.socket.CloseStatus;
import org.springframework.web.reactive.socket.WebSocketHandler;
import org.springframework.web.reactive.socket.WebSocketMessage;
import org.springframework.web.reactive.socket.WebSocketSession;
import org.springframework.web.reactive.socket.client.WebSocketClient;
import org.springframework.web.reactive.socket.server.WebSocketService;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.util.UriComponentsBuilder;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/// Joins a client's socket to one of the part's.
///
/// The part is asked first and the client's upgrade is accepted only after it agreed, so that a
/// refusal (no access, no such order, part down) reaches the client as a plain HTTP answer.
@Component
class WebSocketProxy implements GlobalFilter, Ordered {

  private static final String PROTOCOLS = "Sec-WebSocket-Protocol";

  /// Not a real protocol: clients name it beside their token (dev.plaza.gateway.identity).
  private static final String BEARER = "bearer";

  private final WebSocketClient client;
  private final WebSocketService server;
  private final ObjectProvider<List<HttpHeadersFilter>> headersFilters;

  WebSocketProxy(
      WebSocketClient partWebSocketClient,
      WebSocketService webSocketService,
      ObjectProvider<List<HttpHeadersFilter>> headersFilters) {
    this.client = partWebSocketClient;
    this.server = webSocketService;
    this.headersFilters = headersFilters;
  }

  @Override
  public int getOrder() {
    return Ordered.LOWEST_PRECEDENCE - 1;
  }

  @Override
  public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
    if (RoutedExchange.route(exchange).kind() != PartRoute.Kind.SOCKET
        || isAlreadyRouted(exchange)) {
      return chain.filter(exchange);
    }
    if (!"websocket".equalsIgnoreCase(exchange.getRequest().getHeaders().getUpgrade())) {
      return Mono.error(new Problem(Problem.Code.MALFORMED, "This path speaks WebSocket only."));
    }
    setAlreadyRouted(exchange);
    URI url = exchange.getRequiredAttribute(GATEWAY_REQUEST_URL_ATTR);
    URI target =
        UriComponentsBuilder.fromUri(url)
            .scheme("https".equals(url.getScheme()) ? "wss" : "ws")
            .build(true)
            .toUri();
    return client
        .execute(target, headers(exchange), new PartSide(exchange))
        .onErrorMap(WebSocketClientHandshakeException.class, WebSocketProxy::refusal);
  }

  private HttpHeaders headers(ServerWebExchange exchange) {
    var headers = new HttpHeaders();
    HttpHeadersFilter.filterRequest(headersFilters.getIfAvailable(List::of), exchange)
        .forEach(
            (name, values) -> {
              String lower = name.toLowerCase(Locale.ROOT);
              if (!lower.startsWith("sec-websocket") && !lower.equals("host")) {
                headers.addAll(name, values);
              }
            });
    return headers;
  }

  private static Throwable refusal(WebSocketClientHandshakeException e) {
    int status = e.response() == null ? 503 : e.response().status().code();
    return switch (status) {
      case 401 -> new Problem(Problem.Code.UNAUTHENTICATED, "The token was refused.");
      case 403 -> new Problem(Problem.Code.FORBIDDEN, "This needs another role.");
      case 404 -> new Problem(Problem.Code.NOT_FOUND, "Not found, or not yours.");
      case 400 -> new Problem(Problem.Code.MALFORMED, "The part refused the handshake.");
      default -> new Problem(Problem.Code.UNAVAILABLE, "The part refused the handshake.");
    };
  }

  private static List<String> protocols(ServerWebExchange exchange) {
    var protocols = new ArrayList<String>();
    for (String line : exchange.getRequest().getHeaders().getOrEmpty(PROTOCOLS)) {
      Arrays.stream(line.split(",")).map(String::strip).forEach(protocols::add);
    }
    return protocols;
  }

  /// The connection to the part. Once it stands, the client's upgrade is accepted.
  private final class PartSide implements WebSocketHandler {
    private final ServerWebExchange exchange;
    private final List<String> requested;

    PartSide(ServerWebExchange exchange) {
      this.exchange = exchange;
      this.requested = protocols(exchange);
    }

    @Override
    public List<String> getSubProtocols() {
      return requested.stream().filter(it -> !it.equals(BEARER)).toList();
    }

    @Override
    public Mono<Void> handle(WebSocketSession part) {
      // The server is done with a request when the upgrade is; we are when the sockets are.
      Sinks.Empty<Void> closed = Sinks.empty();
      SocketLimit limit = exchange.getAttributeOrDefault(SocketLimit.ATTRIBUTE, Mono::empty);
      var client = new ClientSide(part, chosen(part), limit, closed);
      // The upgrade rebuilds the pipeline of the client's connection: only its own thread may.
      return Mono.defer(() -> server.handleRequest(exchange, client))
          .subscribeOn(ClientsThread.of(exchange.getRequest()))
          .then(closed.asMono());
    }

    private List<String> chosen(WebSocketSession part) {
      String protocol = part.getHandshakeInfo().getSubProtocol();
      if (protocol != null) {
        return List.of(protocol);
      }
      return requested.contains(BEARER) ? List.of(BEARER) : List.of();
    }
  }

  private record ClientSide(
      WebSocketSession part, List<String> protocols, SocketLimit limit, Sinks.Empty<Void> closed)
      implements WebSocketHandler {

    @Override
    public List<String> getSubProtocols() {
      return protocols;
    }

    @Override
    public Mono<Void> handle(WebSocketSession session) {
      Mono<Void> up = part.send(messages(session));
      Mono<Void> down = session.send(part.receive().doOnNext(WebSocketMessage::retain));
      // A close frame is passed on at once: the end of its connection, which follows, would end
      // the other one without a code.
      return Mono.when(
              closeLike(session, part),
              closeLike(part, session),
              up.onErrorComplete().then(closeWithout(part)),
              down.onErrorComplete().then(closeWithout(session)))
          .doFinally(_ -> closed.tryEmitEmpty());
    }

    /// In their order, each once the limit has let it pass. Whoever sends too fast is told by a
    /// close frame and heard no more; to cancel instead would close without a code.
    private Flux<WebSocketMessage> messages(WebSocketSession session) {
      var ended = new AtomicBoolean();
      return session
          .receive()
          .doOnNext(WebSocketMessage::retain)
          .concatMap(
              message ->
                  Mono.defer(() -> ended.get() ? Mono.empty() : limit.refusal())
                      .doOnNext(_ -> ended.set(true))
                      .flatMap(status -> session.close(status).then(part.close(status)))
                      .then(Mono.defer(() -> ended.get() ? dropped(message) : Mono.just(message))))
          .doOnDiscard(WebSocketMessage.class, WebSocketMessage::release);
    }

    private static Mono<WebSocketMessage> dropped(WebSocketMessage message) {
      message.release();
      return Mono.empty();
    }

    private static Mono<Void> closeLike(WebSocketSession closed, WebSocketSession other) {
      return closed
          .closeStatus()
          .flatMap(it -> other.isOpen() ? other.close(sendable(it)) : Mono.empty());
    }

    /// For connections that broke without a close frame.
    private static Mono<Void> closeWithout(WebSocketSession other) {
      return Mono.defer(
          () -> other.isOpen() ? other.close(CloseStatus.SERVICE_RESTARTED) : Mono.empty());
    }

    /// Codes that say "no code" or "broke" must not be sent; they become their sendable kin.
    private static CloseStatus sendable(CloseStatus status) {
      return switch (status.getCode()) {
        case 1005 -> CloseStatus.NORMAL;
        case 1006, 1015 -> CloseStatus.SERVICE_RESTARTED;
        case 1004 -> CloseStatus.PROTOCOL_ERROR;
        default -> status;
      };
    }
  }
}
