package dev.plaza.quota;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Speaks the HTTP contract with one token.
public final class QuotaClient {

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final HttpClient HTTP =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(2))
          .build();

  private final String url;
  private final String token;
  private final Duration patience;

  public QuotaClient(String url, String token) {
    this(url, token, Duration.ofSeconds(15));
  }

  private QuotaClient(String url, String token, Duration patience) {
    this.url = url;
    this.token = token;
    this.patience = patience;
  }

  /// The same client, which waits no longer than this for an answer.
  public QuotaClient within(Duration wait) {
    return new QuotaClient(url, token, wait);
  }

  /// An answer; status 0 if there was none.
  public record Answer(int status, JsonNode body, HttpResponse<String> http) {

    public String code() {
      return body.path("code").asString("");
    }

    public String text(String field) {
      return body.path(field).asString("");
    }

    public long number(String field) {
      return body.path(field).asLong(-1);
    }

    public List<String> pointers() {
      return body.path("errors").valueStream().map(it -> it.path("pointer").asString()).toList();
    }
  }

  public Answer put(String path, String body) {
    return send(request(path).PUT(HttpRequest.BodyPublishers.ofString(body)));
  }

  public Answer post(String path, String body) {
    return send(request(path).POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  public Answer get(String path) {
    return send(request(path).GET());
  }

  public Answer delete(String path) {
    return send(request(path).DELETE());
  }

  public Answer offer(String id, String members) {
    return put("/offers/" + id, "{\"discount\":{\"percent\":10}" + members + "}");
  }

  public Answer redeem(Object guid, String offer, String user) {
    return spend(guid, offer, user, "");
  }

  public Answer reserve(Object guid, String offer, String user, int holdSeconds) {
    return spend(guid, offer, user, ",\"mode\":\"reserve\",\"hold_s\":" + holdSeconds);
  }

  public Answer spend(Object guid, String offer, String user, String members) {
    return post("/redemptions", item(guid, offer, user, members));
  }

  public static String item(Object guid, String offer, String user, String members) {
    return "{\"guid\":\"%s\",\"offer_id\":\"%s\",\"user_id\":\"%s\"%s}"
        .formatted(guid, offer, user, members);
  }

  public Answer batch(List<String> items) {
    return post("/redemptions/batch", "{\"items\":[" + String.join(",", items) + "]}");
  }

  public Answer confirm(Object guid) {
    return post("/redemptions/" + guid + "/confirm", "");
  }

  public Answer reverse(Object guid) {
    return delete("/redemptions/" + guid);
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(url + path))
        .timeout(patience)
        .header("Content-Type", "application/json")
        .header("Authorization", "Bearer " + token);
  }

  private static Answer send(HttpRequest.Builder request) {
    try {
      var answer = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
      JsonNode body = answer.body().isEmpty() ? JSON.nullNode() : JSON.readTree(answer.body());
      return new Answer(answer.statusCode(), body, answer);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /// Whether a body is absent.
  public static boolean isNothing(@Nullable JsonNode node) {
    return node == null || node.isNull() || node.isMissingNode();
  }
}
