package dev.plaza.tracking.track;

import dev.plaza.platform.problem.CommonProblem;
import dev.plaza.platform.problem.ProblemException;
import dev.plaza.platform.security.Caller;
import dev.plaza.platform.security.CallerResolver;
import dev.plaza.platform.stream.LiveSource;
import dev.plaza.tracking.position.SocketToken;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.stereotype.Component;
import org.springframework.web.socket.CloseStatus;
import org.springframework.web.socket.WebSocketHandler;
import org.springframework.web.socket.WebSocketSession;
import org.springframework.web.socket.config.annotation.EnableWebSocket;
import org.springframework.web.socket.config.annotation.WebSocketConfigurer;
import org.springframework.web.socket.config.annotation.WebSocketHandlerRegistry;
import org.springframework.web.socket.handler.TextWebSocketHandler;
import org.springframework.web.socket.server.HandshakeInterceptor;
import org.springframework.web.util.UriComponentsBuilder;
import tools.jackson.databind.json.JsonMapper;

/// `/ws/track/{order_id}?last_event_id=`: the order's stream as messages `{id, event, data}`, with
/// the same ids and the same way to resume.
@Component
class TrackSocket extends TextWebSocketHandler implements SmartLifecycle {

  private static final String ORDER = "order";

  private final TrackAccess access;
  private final TrackSources sources;
  private final Wakes wakes;
  private final JsonMapper json;
  private final Clock clock;
  private final TrackProperties properties;
  private final Map<String, Watch> open = new ConcurrentHashMap<>();
  private volatile boolean running;

  /// Where the socket is, and who may open it: refusals are plain HTTP answers.
  @Configuration(proxyBeanMethods = false)
  @EnableWebSocket
  static class Endpoint implements WebSocketConfigurer, HandshakeInterceptor {

    private final TrackSocket socket;

    Endpoint(TrackSocket socket) {
      this.socket = socket;
    }

    @Bean
    MeterBinder openSockets() {
      return meters ->
          Gauge.builder("plaza.tracking.sockets.open", socket.open, Map::size).register(meters);
    }

    /// Any origin: a token is needed, and browsers never send one by themselves.
    @Override
    public void registerWebSocketHandlers(WebSocketHandlerRegistry registry) {
      registry
          .addHandler(socket, "/ws/track/*")
          .addInterceptors(this)
          .setAllowedOriginPatterns("*");
    }

    @Override
    public boolean beforeHandshake(
        ServerHttpRequest request,
        ServerHttpResponse response,
        WebSocketHandler handler,
        Map<String, Object> attributes) {
      Jwt token = SocketToken.of(request.getPrincipal());
      if (token == null) {
        response.setStatusCode(HttpStatus.UNAUTHORIZED);
        return false;
      }
      try {
        String path = request.getURI().getPath();
        String orderId = path.substring(path.lastIndexOf('/') + 1);
        socket.admit(CallerResolver.callerOf(token), orderId);
        attributes.put(ORDER, orderId);
        return true;
      } catch (ProblemException e) {
        response.setStatusCode(HttpStatus.valueOf(e.code().status()));
        return false;
      }
    }

    @Override
    public void afterHandshake(
        ServerHttpRequest request,
        ServerHttpResponse response,
        WebSocketHandler handler,
        @Nullable Exception e) {}
  }

  TrackSocket(
      TrackAccess access,
      TrackSources sources,
      Wakes wakes,
      JsonMapper json,
      Clock clock,
      TrackProperties properties) {
    this.access = access;
    this.sources = sources;
    this.wakes = wakes;
    this.json = json;
    this.clock = clock;
    this.properties = properties;
  }

  private void admit(Caller caller, String orderId) {
    access.require(caller, orderId);
    if (open.size() >= properties.socketsMax() || !running) {
      throw new ProblemException(CommonProblem.UNAVAILABLE, "Too many open sockets here.");
    }
  }

  @Override
  public void afterConnectionEstablished(WebSocketSession session) throws IOException {
    Jwt token = SocketToken.of(session.getPrincipal());
    if (token == null) {
      session.close(CloseStatus.POLICY_VIOLATION);
      return;
    }
    String orderId = String.valueOf(session.getAttributes().get(ORDER));
    LiveSource source = sources.of(CallerResolver.callerOf(token), orderId);
    var watch =
        new Watch(session, source, json, () -> SocketToken.hasExpired(token, clock.instant()));
    open.put(session.getId(), watch);
    String last = lastEventId(session);
    Thread.ofVirtual().name("watch-" + orderId).start(() -> run(watch, orderId, last));
  }

  private void run(Watch watch, String orderId, @Nullable String last) {
    wakes.add(orderId, watch.signal());
    try {
      watch.run(last);
    } finally {
      wakes.remove(orderId, watch.signal());
      open.remove(watch.session().getId());
    }
  }

  private static @Nullable String lastEventId(WebSocketSession session) {
    URI uri = Objects.requireNonNull(session.getUri());
    return UriComponentsBuilder.fromUri(uri).build().getQueryParams().getFirst("last_event_id");
  }

  @Override
  public void afterConnectionClosed(WebSocketSession session, CloseStatus status) {
    Watch watch = open.get(session.getId());
    if (watch != null) {
      watch.end(status);
    }
  }

  @Override
  public void start() {
    running = true;
  }

  /// Before the web server's graceful shutdown: watchers come back and resume elsewhere.
  @Override
  public void stop() {
    running = false;
    open.values().forEach(it -> it.end(CloseStatus.GOING_AWAY));
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  @Override
  public int getPhase() {
    return Integer.MAX_VALUE;
  }
}
