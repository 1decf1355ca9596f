package dev.plaza.dev.launcher;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import tools.jackson.databind.json.JsonMapper;

/// `./plaza import restaurants FILE`: streams a GeoJSON file to the catalog, as an operator would.
final class Import {
  private static final Duration TOKEN_PATIENCE = Duration.ofSeconds(10);
  private static final Duration IMPORT_PATIENCE = Duration.ofMinutes(5);
  private static final String OPERATOR =
      """
      {"sub":"plaza-import","roles":["ops"],"ttl_s":3600}""";

  private final URI gateway;

  Import(URI gateway) {
    this.gateway = gateway;
  }

  /// Answers what the catalog said of it.
  String restaurants(Path file) {
    try (var client = HttpClient.newHttpClient()) {
      var request =
          HttpRequest.newBuilder(gateway.resolve("/restaurants/import"))
              .timeout(IMPORT_PATIENCE)
              .header("Authorization", "Bearer " + token(client))
              .header("Content-Type", "application/geo+json")
              .POST(BodyPublishers.ofFile(file))
              .build();
      var answer = client.send(request, BodyHandlers.ofString());
      if (answer.statusCode() / 100 != 2) {
        throw new Trouble(
            "The catalog refused the file (%d): %s".formatted(answer.statusCode(), answer.body()));
      }
      return answer.body();
    } catch (FileNotFoundException e) {
      throw new Trouble("There is no file " + file + ".", e);
    } catch (IOException e) {
      throw new Trouble(
          "The gateway at %s does not answer (%s). Is Plaza up?".formatted(gateway, e), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Trouble("Interrupted.", e);
    }
  }

  private String token(HttpClient client) throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(gateway.resolve("/sandbox/token"))
            .timeout(TOKEN_PATIENCE)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(OPERATOR))
            .build();
    var answer = client.send(request, BodyHandlers.ofString());
    if (answer.statusCode() != 200) {
      throw new Trouble("The sandbox gave no token (" + answer.statusCode() + ").");
    }
    return JsonMapper.shared().readTree(answer.body()).path("access_token").asString();
  }
}
