package dev.plaza.order;

import dev.plaza.infra.TestTokens;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/// Speaks to the service as its clients do.
public class Api {

  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final Environment environment;
  private final JsonMapper json;

  Api(Environment environment, JsonMapper json) {
    this.environment = environment;
    this.json = json;
  }

  /// Another instance.
  public static Api to(Environment environment, JsonMapper json) {
    return new Api(environment, json);
  }

  public record Answer(int status, JsonNode body, HttpResponse<String> raw) {

    public Optional<String> header(String name) {
      return raw.headers().firstValue(name);
    }

    public String text(String pointer) {
      return body.at(pointer).asString();
    }

    public long number(String pointer) {
      return body.at(pointer).asLong();
    }
  }

  /// A client with a customer's token.
  public Client customer(String name) {
    return as(TestTokens.token(name, "customer"));
  }

  /// @param token null: nobody
  public Client as(@Nullable String token) {
    return new Client(token);
  }

  public final class Client {
    private final @Nullable String token;

    Client(@Nullable String token) {
      this.token = token;
    }

    public Answer get(String path) {
      return send("GET", path, null);
    }

    public Answer post(String path, @Nullable String body, String... headers) {
      return send("POST", path, body, headers);
    }

    public Answer patch(String path, String body, String... headers) {
      return send("PATCH", path, body, headers);
    }

    public Answer delete(String path, String... headers) {
      return send("DELETE", path, null, headers);
    }

    public Answer send(String method, String path, @Nullable String body, String... headers) {
      var port = environment.getRequiredProperty("local.server.port");
      var request =
          HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
              .header("Content-Type", "application/json")
              .method(
                  method,
                  body == null
                      ? HttpRequest.BodyPublishers.noBody()
                      : HttpRequest.BodyPublishers.ofString(body));
      if (token != null) {
        request.header("Authorization", "Bearer " + token);
      }
      if (headers.length > 0) {
        request.headers(headers);
      }
      try {
        var answer = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
        boolean isJson = answer.headers().firstValue("Content-Type").orElse("").contains("json");
        JsonNode tree = isJson ? json.readTree(answer.body()) : MissingNode.getInstance();
        return new Answer(answer.statusCode(), tree, answer);
      } catch (IOException e) {
        throw new java.io.UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }
  }
}
