package dev.plaza.dev.client;

import dev.plaza.dev.web.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// Speaks to the platform through its gateway. Safe for many threads.
public final class PlazaClient implements AutoCloseable {

  public static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);
  public static final Duration TIMEOUT = Duration.ofSeconds(15);
  static final int TOKENS_MAX = 20_000;
  static final int TOKEN_TTL_SECONDS = 6 * 3600;

  private record Token(String value, long untilNanos) {}

  private final URI gateway;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(CONNECT_TIMEOUT)
          .executor(Executors.newVirtualThreadPerTaskExecutor())
          .build();
  private final Map<Subject, Token> tokens =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Subject, Token> eldest) {
          return size() > TOKENS_MAX;
        }
      };

  public PlazaClient(URI gateway) {
    this.gateway = gateway;
  }

  public URI gateway() {
    return gateway;
  }

  public Session as(Subject subject) {
    return new Session(this, subject);
  }

  /// A caller without a token.
  public Session nobody() {
    return new Session(this, null);
  }

  /// A caller with this very token.
  public Response withToken(String token, String method, String path, @Nullable Object body)
      throws IOException, InterruptedException {
    return send(request(method, path, body, Map.of("Authorization", "Bearer " + token)));
  }

  Response call(
      @Nullable Subject subject,
      String method,
      String path,
      @Nullable Object body,
      Map<String, String> headers)
      throws IOException, InterruptedException {
    var all = new HashMap<>(headers);
    if (subject != null) {
      all.put("Authorization", "Bearer " + token(subject));
    }
    var response = send(request(method, path, body, all));
    if (response.status() == 401 && subject != null) {
      forget(subject);
    }
    return response;
  }

  /// An open answer whose lines arrive one by one, as of an event stream.
  HttpResponse<Stream<String>> lines(Subject subject, String path, Map<String, String> headers)
      throws IOException, InterruptedException {
    var all = new HashMap<>(headers);
    all.put("Authorization", "Bearer " + token(subject));
    all.put("Accept", "text/event-stream");
    return http.send(request("GET", path, null, all), BodyHandlers.ofLines());
  }

  public HttpClient http() {
    return http;
  }

  private HttpRequest request(
      String method, String path, @Nullable Object body, Map<String, String> headers) {
    var request = HttpRequest.newBuilder(gateway.resolve(path)).timeout(TIMEOUT);
    headers.forEach(request::setHeader);
    switch (body) {
      case null -> request.method(method, BodyPublishers.noBody());
      case String raw -> request.method(method, BodyPublishers.ofString(raw));
      case byte[] raw -> request.method(method, BodyPublishers.ofByteArray(raw));
      default -> request.method(method, BodyPublishers.ofByteArray(Json.bytes(body)));
    }
    if (body != null && !headers.containsKey("Content-Type")) {
      request.setHeader("Content-Type", "application/json");
    }
    return request.build();
  }

  private Response send(HttpRequest request) throws IOException, InterruptedException {
    var response = http.send(request, BodyHandlers.ofByteArray());
    return new Response(response.statusCode(), response.headers(), tree(response.body()));
  }

  private static JsonNode tree(byte[] body) {
    try {
      return Json.tree(body);
    } catch (JacksonException e) {
      return Json.tree(new byte[0]);
    }
  }

  /// The subject's sandbox token, asked for when there is none or it ends soon.
  public String token(Subject subject) throws IOException, InterruptedException {
    synchronized (tokens) {
      var token = tokens.get(subject);
      if (token != null && token.untilNanos - System.nanoTime() > 0) {
        return token.value;
      }
    }
    var ask = new HashMap<String, @Nullable Object>();
    ask.put("sub", subject.sub());
    ask.put("roles", subject.roles());
    ask.put("restaurant_id", subject.restaurantId());
    ask.put("locale", "de-AT");
    ask.put("zoneinfo", "Europe/Vienna");
    ask.put("ttl_s", TOKEN_TTL_SECONDS);
    var response = send(request("POST", "/sandbox/token", ask, Map.of()));
    var value = response.text("access_token");
    if (!response.ok() || value.isEmpty()) {
      throw new IOException("no sandbox token: " + response.brief());
    }
    var lifetime = Duration.ofSeconds(response.body().path("expires_in").asLong(3600));
    var token =
        new Token(value, System.nanoTime() + lifetime.multipliedBy(9).dividedBy(10).toNanos());
    synchronized (tokens) {
      tokens.put(subject, token);
    }
    return value;
  }

  /// Why there was no answer, in a few words.
  public static String reason(IOException e) {
    var message = e.getMessage();
    return e.getClass().getSimpleName() + (message == null ? "" : ": " + message);
  }

  private void forget(Subject subject) {
    synchronized (tokens) {
      tokens.remove(subject);
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
