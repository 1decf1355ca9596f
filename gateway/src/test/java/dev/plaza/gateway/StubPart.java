package dev.plaza.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/// A part that answers what it was asked: a line for the request, one for each header, and how
/// many bytes the body had. `?slow` waits to be let go, `/stream` is a stream of two events.
public final class StubPart implements AutoCloseable {

  private final String name;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final AtomicInteger requests = new AtomicInteger();
  private volatile CountDownLatch gate = new CountDownLatch(1);

  public StubPart(String name) {
    this(name, 0);
  }

  public StubPart(String name, int port) {
    this.name = name;
    try {
      this.server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 100);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.createContext("/actuator/health/readiness", it -> send(it, 200, "{}"));
    server.createContext("/v3/api-docs", it -> send(it, 200, openApi()));
    server.start();
  }

  public String url() {
    return "http://localhost:" + port();
  }

  public int port() {
    return server.getAddress().getPort();
  }

  public int requests() {
    return requests.get();
  }

  /// Lets those go who wait, and nobody wait who comes after.
  public void letGo() {
    gate.countDown();
  }

  public void hold() {
    gate = new CountDownLatch(1);
  }

  private void answer(HttpExchange exchange) throws IOException {
    requests.incrementAndGet();
    long bytes = count(exchange.getRequestBody());
    String query = String.valueOf(exchange.getRequestURI().getRawQuery());
    if (query.contains("slow")) {
      await();
    }
    if (exchange.getRequestURI().getPath().endsWith("/stream")) {
      stream(exchange);
      return;
    }
    String headers =
        exchange.getRequestHeaders().entrySet().stream()
            .map(it -> it.getKey() + ": " + String.join(",", it.getValue()))
            .sorted()
            .collect(Collectors.joining("\n"));
    exchange.getResponseHeaders().add("Server", "stub/1");
    exchange.getResponseHeaders().add("X-Powered-By", "stub");
    send(
        exchange,
        200,
        "%s %s %s\nbytes: %d\n%s\n"
            .formatted(
                name, exchange.getRequestMethod(), exchange.getRequestURI(), bytes, headers));
  }

  private void stream(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
    exchange.sendResponseHeaders(200, 0);
    try (var out = exchange.getResponseBody()) {
      out.write("id: 1\ndata: first\n\n".getBytes(UTF_8));
      out.flush();
      await();
      out.write("id: 2\ndata: second\n\n".getBytes(UTF_8));
    }
  }

  private void await() {
    try {
      if (!gate.await(30, TimeUnit.SECONDS)) {
        throw new IllegalStateException("nobody opened the gate");
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private static long count(InputStream in) throws IOException {
    long bytes = 0;
    byte[] buffer = new byte[8192];
    for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
      bytes += n;
    }
    return bytes;
  }

  private static void send(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(UTF_8);
    exchange.getResponseHeaders().putIfAbsent("Content-Type", java.util.List.of("text/plain"));
    exchange.sendResponseHeaders(status, bytes.length);
    try (var out = exchange.getResponseBody()) {
      out.write(bytes);
    }
  }

  private String openApi() {
    return """
        {"openapi":"3.1.0","paths":{
          "/restaurants":{"get":{"operationId":"list","responses":{"200":{"$ref":"#/components/schemas/Thing"}}}},
          "/orders":{"get":{"operationId":"list","responses":{"200":{"$ref":"#/components/schemas/Thing"}}}},
          "/internal":{"get":{"operationId":"secret"}}},
         "components":{"schemas":{"Thing":{"type":"object","title":"%s"}}}}"""
        .formatted(name);
  }

  @Override
  public void close() {
    gate.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
