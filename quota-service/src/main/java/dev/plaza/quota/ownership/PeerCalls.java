package dev.plaza.quota.ownership;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// Asks other instances, with the caller's own token. One that cannot be connected to is not tried
/// again for a moment, so that a dead owner does not hold up every request.
@Component
public class PeerCalls {

  private static final Duration CONNECT = Duration.ofMillis(500);
  private static final Duration READ = Duration.ofSeconds(3);
  private static final Duration REST = Duration.ofSeconds(1);

  private final JsonMapper json;
  private final Map<String, Long> resting = new ConcurrentHashMap<>();
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT).build();

  PeerCalls(JsonMapper json) {
    this.json = json;
  }

  /// It did not answer, or not with what was expected.
  public static final class Unreachable extends Exception {
    private static final long serialVersionUID = 1L;

    public Unreachable(String message) {
      super(message, null, false, false);
    }
  }

  public <T> T post(String url, String path, String token, Object body, Class<T> type)
      throws Unreachable {
    var request =
        request(url, path, token)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofByteArray(json.writeValueAsBytes(body)));
    return send(url, request, type).orElseThrow(() -> new Unreachable("404 from " + url));
  }

  /// @return empty for 404
  public <T> Optional<T> get(String url, String path, String token, Class<T> type)
      throws Unreachable {
    return send(url, request(url, path, token).GET(), type);
  }

  private static HttpRequest.Builder request(String url, String path, String token) {
    return HttpRequest.newBuilder(URI.create(url + path))
        .timeout(READ)
        .header("Accept", "application/json")
        .header("Authorization", token);
  }

  private <T> Optional<T> send(String url, HttpRequest.Builder request, Class<T> type)
      throws Unreachable {
    Long until = resting.get(url);
    if (until != null && System.nanoTime() - until < 0) {
      throw new Unreachable(url + " did not answer a moment ago");
    }
    try {
      var answer = http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
      resting.remove(url);
      if (answer.statusCode() == 404) {
        return Optional.empty();
      }
      if (answer.statusCode() != 200) {
        throw new Unreachable("status %d from %s".formatted(answer.statusCode(), url));
      }
      return Optional.of(json.readValue(answer.body(), type));
    } catch (IOException | JacksonException e) {
      resting.put(url, System.nanoTime() + REST.toNanos());
      throw new Unreachable(url + " does not answer: " + e);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new Unreachable("interrupted");
    }
  }
}
