package dev.plaza.notify.provider.http;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.function.Function;

/// An HTTP server that answers as it is told and remembers what it was asked.
public final class StubServer implements AutoCloseable {

  public record Asked(String method, String path, Headers headers, byte[] body) {
    public String text() {
      return new String(body, StandardCharsets.UTF_8);
    }

    public String header(String name) {
      return headers.getFirst(name);
    }
  }

  public record Told(int status, Map<String, String> headers, String body) {
    public static Told of(int status, String body) {
      return new Told(status, Map.of(), body);
    }
  }

  private final HttpServer server;
  private final List<Asked> asked = new CopyOnWriteArrayList<>();
  private final Set<InetSocketAddress> clients = ConcurrentHashMap.newKeySet();

  public StubServer(Function<Asked, Told> answers) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(
        "/",
        exchange -> {
          clients.add(exchange.getRemoteAddress());
          var request =
              new Asked(
                  exchange.getRequestMethod(),
                  exchange.getRequestURI().toString(),
                  exchange.getRequestHeaders(),
                  exchange.getRequestBody().readAllBytes());
          asked.add(request);
          var told = answers.apply(request);
          told.headers().forEach(exchange.getResponseHeaders()::set);
          var body = told.body().getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(told.status(), body.length == 0 ? -1 : body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  public static StubServer answering(int status, String body) throws IOException {
    return new StubServer(_ -> Told.of(status, body));
  }

  public URI uri() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  public List<Asked> asked() {
    return asked;
  }

  public Asked only() {
    if (asked.size() != 1) {
      throw new AssertionError("asked " + asked.size() + " times");
    }
    return asked.getFirst();
  }

  /// How many connections came.
  public int connections() {
    return clients.size();
  }

  @Override
  public void close() {
    server.stop(0);
  }

  /// A server that reads a request and then does to its connection whatever `end` does.
  public static final class Rude implements AutoCloseable {

    /// What happens to a connection after the request was read.
    public interface End {
      void of(Socket socket) throws IOException;
    }

    private final ServerSocket socket;

    public Rude(End end) throws IOException {
      socket = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
      Thread.ofVirtual().start(() -> serve(end));
    }

    private void serve(End end) {
      while (!socket.isClosed()) {
        try {
          var client = socket.accept();
          client.getInputStream().read(new byte[65_536]);
          end.of(client);
        } catch (IOException e) {
          if (!socket.isClosed()) {
            throw new java.io.UncheckedIOException(e);
          }
        }
      }
    }

    public URI uri() {
      return URI.create("http://127.0.0.1:" + socket.getLocalPort());
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
