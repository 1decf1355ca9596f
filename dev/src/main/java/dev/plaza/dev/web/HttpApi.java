package dev.plaza.dev.web;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A small HTTP server on virtual threads: routes by method and path template, bodies read whole.
///
/// Limits: a body of at most [#BODY_MAX] bytes (413), [#IN_FLIGHT_MAX] requests at once (503).
public final class HttpApi implements AutoCloseable {

  public static final int BODY_MAX = 256 * 1024;
  public static final int IN_FLIGHT_MAX = 2_000;
  private static final int BACKLOG = 1_024;
  private static final Duration BIND_LIMIT = Duration.ofSeconds(5);

  private static final Logger log = LoggerFactory.getLogger(HttpApi.class);

  static {
    // Without it every small answer waits for the peer's delayed acknowledgement (40 ms).
    System.setProperty("sun.net.httpserver.nodelay", "true");
    // Longer than clients keep connections, so that the client is the one that closes them.
    System.setProperty("sun.net.httpserver.idleInterval", "300");
    System.setProperty("sun.net.httpserver.maxIdleConnections", "2000");
  }

  /// Answers one request.
  @FunctionalInterface
  public interface Handler {
    Reply handle(Request request) throws Exception;
  }

  private record Route(String method, List<String> segments, Handler handler) {

    @Nullable Map<String, String> match(List<String> path) {
      if (path.size() != segments.size()) {
        return null;
      }
      var values = new HashMap<String, String>();
      for (var i = 0; i < path.size(); i++) {
        var segment = segments.get(i);
        if (segment.startsWith("{")) {
          values.put(segment.substring(1, segment.length() - 1), path.get(i));
        } else if (!segment.equals(path.get(i))) {
          return null;
        }
      }
      return values;
    }
  }

  private final HttpServer server;
  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
  private final Semaphore inFlight = new Semaphore(IN_FLIGHT_MAX);
  private final List<Route> routes = new ArrayList<>();

  /// Binds `port` (0: any free one); serves after [#start()]. A port that a predecessor is just
  /// leaving is waited for.
  public HttpApi(String host, int port) throws IOException {
    server = bound(new InetSocketAddress(host, port));
    server.setExecutor(executor);
    server.createContext("/", this::serve);
  }

  private static HttpServer bound(InetSocketAddress address) throws IOException {
    var end = System.nanoTime() + BIND_LIMIT.toNanos();
    while (true) {
      try {
        return HttpServer.create(address, BACKLOG);
      } catch (BindException e) {
        if (System.nanoTime() > end) {
          throw new IOException("port " + address.getPort() + " is taken", e);
        }
        LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
      }
    }
  }

  public HttpApi route(String method, String template, Handler handler) {
    routes.add(new Route(method, segments(template), handler));
    return this;
  }

  public HttpApi start() {
    server.start();
    return this;
  }

  public int port() {
    return server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
    executor.shutdownNow();
  }

  private void serve(HttpExchange exchange) {
    try {
      switch (answer(exchange)) {
        case Reply.Dropped() -> {}
        case Reply.Answer answer -> write(exchange, answer);
      }
    } catch (IOException e) {
      log.debug("the client left", e);
    } finally {
      exchange.close();
    }
  }

  private Reply answer(HttpExchange exchange) throws IOException {
    if (!inFlight.tryAcquire()) {
      return problem(503, "too many requests at once");
    }
    try {
      var body = exchange.getRequestBody().readNBytes(BODY_MAX + 1);
      if (body.length > BODY_MAX) {
        return problem(413, "the body is longer than " + BODY_MAX + " bytes");
      }
      return dispatch(exchange, body);
    } finally {
      inFlight.release();
    }
  }

  private Reply dispatch(HttpExchange exchange, byte[] body) {
    var uri = exchange.getRequestURI();
    var path = segments(uri.getPath());
    var known = false;
    for (var route : routes) {
      var values = route.match(path);
      if (values == null) {
        continue;
      }
      known = true;
      if (route.method.equals(exchange.getRequestMethod())) {
        var query = uri.getRawQuery() == null ? "" : uri.getRawQuery();
        return call(
            route.handler,
            new Request(
                route.method,
                uri.getPath(),
                values,
                query,
                exchange.getRequestHeaders(),
                new String(body, charset(exchange))));
      }
    }
    return known ? problem(405, "no such method here") : problem(404, "nothing here");
  }

  /// Bytes that are no text come as Latin-1, one character each.
  private static Charset charset(HttpExchange exchange) {
    return "application/octet-stream".equals(exchange.getRequestHeaders().getFirst("Content-Type"))
        ? StandardCharsets.ISO_8859_1
        : StandardCharsets.UTF_8;
  }

  private Reply call(Handler handler, Request request) {
    try {
      return handler.handle(request);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Reply.Dropped();
    } catch (tools.jackson.core.JacksonException | IllegalArgumentException e) {
      return problem(400, String.valueOf(e.getMessage()));
    } catch (Exception e) {
      log.error("{} {} failed", request.method(), request.target(), e);
      return problem(500, "internal error");
    }
  }

  private static Reply problem(int status, String detail) {
    return Reply.json(status, Map.of("status", status, "detail", detail))
        .with("Content-Type", "application/problem+json");
  }

  private static void write(HttpExchange exchange, Reply.Answer answer) throws IOException {
    answer.headers().forEach((name, value) -> exchange.getResponseHeaders().set(name, value));
    var body = answer.body().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
    if (body.length > 0) {
      exchange.getResponseBody().write(body);
    }
  }

  private static List<String> segments(String path) {
    var segments = new ArrayList<String>();
    for (var segment : path.split("/", -1)) {
      if (!segment.isEmpty()) {
        segments.add(segment);
      }
    }
    return segments;
  }
}
