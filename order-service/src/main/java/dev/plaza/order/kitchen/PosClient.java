package dev.plaza.order.kitchen;

import dev.plaza.contracts.catalog.RestaurantEvent.PosEndpoint;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// Sends signed webhooks to restaurants' point-of-sale systems.
///
/// The address comes from the restaurant, so it is not trusted: no redirects, a limited answer, and
/// neither plain HTTP nor private addresses outside of a local stack.
@Component
class PosClient {

  private static final int ANSWER_BYTES_MAX = 16 * 1024;

  private final PosProperties properties;
  private final JsonMapper json;
  private final Clock clock;
  private final HttpClient http;

  PosClient(PosProperties properties, JsonMapper json, Clock clock) {
    this.properties = properties;
    this.json = json;
    this.clock = clock;
    this.http =
        HttpClient.newBuilder()
            .connectTimeout(properties.connectTimeout())
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
  }

  /// What a point-of-sale system may say at once instead of by the tablet's API.
  ///
  /// @param decision `accepted`, `rejected`, or absent: only that it has the order
  record Answer(
      @Nullable String decision, @Nullable Integer prepMinutes, @Nullable String reason) {}

  /// @return empty when it was not taken with a 2xx
  Optional<Answer> send(PosEndpoint endpoint, String type, Object message) {
    String secret = properties.keys().get(endpoint.keyId());
    if (secret == null || !isAllowed(endpoint.url())) {
      return Optional.empty();
    }
    try {
      String body = json.writeValueAsString(message);
      var request =
          HttpRequest.newBuilder(URI.create(endpoint.url()))
              .timeout(properties.readTimeout())
              .header("Content-Type", "application/json")
              .header("Plaza-Event", type)
              .header("Plaza-Key-Id", endpoint.keyId())
              .header(
                  "Plaza-Signature",
                  PosSignature.of(secret, clock.instant().getEpochSecond(), body))
              .POST(HttpRequest.BodyPublishers.ofString(body))
              .build();
      var response = http.send(request, HttpResponse.BodyHandlers.ofInputStream());
      try (var in = response.body()) {
        var bytes = in.readNBytes(ANSWER_BYTES_MAX);
        return response.statusCode() / 100 == 2
            ? Optional.of(answer(new String(bytes, StandardCharsets.UTF_8)))
            : Optional.empty();
      }
    } catch (IOException | IllegalArgumentException _) {
      return Optional.empty();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private Answer answer(String body) {
    try {
      var answer = body.isBlank() ? null : json.readValue(body, Answer.class);
      return answer == null ? new Answer(null, null, null) : answer;
    } catch (JacksonException _) {
      return new Answer(null, null, null);
    }
  }

  private boolean isAllowed(String url) {
    if (properties.allowPrivate()) {
      return true;
    }
    try {
      var uri = URI.create(url);
      if (!"https".equals(uri.getScheme()) || uri.getHost() == null) {
        return false;
      }
      for (var address : InetAddress.getAllByName(uri.getHost())) {
        if (address.isLoopbackAddress()
            || address.isAnyLocalAddress()
            || address.isLinkLocalAddress()
            || address.isSiteLocalAddress()
            || address.isMulticastAddress()) {
          return false;
        }
      }
      return true;
    } catch (IOException | IllegalArgumentException _) {
      return false;
    }
  }
}
