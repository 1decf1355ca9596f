package dev.plaza.dev.messages;

import static org.assertj.core.api.Assertions.assertThat;

import com.eatthepath.pushy.apns.ApnsClient;
import com.eatthepath.pushy.apns.ApnsClientBuilder;
import com.eatthepath.pushy.apns.PushNotificationResponse;
import com.eatthepath.pushy.apns.auth.ApnsSigningKey;
import com.eatthepath.pushy.apns.util.SimpleApnsPushNotification;
import dev.plaza.dev.web.Json;
import java.io.File;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Spoken to by pushy's own client.
class ApnsSimulatorTests {

  private static final String PAYLOAD =
      "{\"aps\":{\"alert\":{\"title\":\"Hi\",\"body\":\"there\"}},\"data\":{\"a\":\"1\"}}";

  @TempDir Path keys;
  private MessageProviders providers;
  private ApnsClient client;

  @BeforeEach
  void start() throws Exception {
    providers =
        MessageProviders.start(
            new MessageProviders.Settings("127.0.0.1", 0, 0, 0, keys, "http://localhost:1", ""));
    int port = providers.apnsPort();
    client =
        new ApnsClientBuilder()
            .setApnsServer("localhost", port)
            .setTrustedServerCertificateChain(new File(keys.toFile(), "apns.pem"))
            .setSigningKey(
                ApnsSigningKey.loadFromPkcs8File(keys.resolve("apns.p8").toFile(), "TEAM", "KEY"))
            .build();
  }

  @AfterEach
  void stop() throws Exception {
    client.close().get(10, TimeUnit.SECONDS);
    providers.close();
  }

  private PushNotificationResponse<SimpleApnsPushNotification> push(String token) throws Exception {
    return client
        .sendNotification(new SimpleApnsPushNotification(token, "example.plaza", PAYLOAD))
        .get(20, TimeUnit.SECONDS);
  }

  private String http(String method, String path, String body) throws Exception {
    try (var http = HttpClient.newHttpClient()) {
      return http.send(
              HttpRequest.newBuilder(URI.create("http://localhost:" + providers.port() + path))
                  .method(method, HttpRequest.BodyPublishers.ofString(body))
                  .build(),
              BodyHandlers.ofString())
          .body();
    }
  }

  @Test
  void takesPushesAndKnowsWhichDevicesAreGone() throws Exception {
    assertThat(push("ab".repeat(32)).isAccepted()).isTrue();
    var shown = Json.tree(http("GET", "/messages?channel=push", "")).path("items").path(0);
    assertThat(shown.path("subject").asString()).isEqualTo("Hi");
    assertThat(shown.path("text").asString()).isEqualTo("there");

    var gone = push("dead" + "0".repeat(60));
    assertThat(gone.isAccepted()).isFalse();
    assertThat(gone.getStatusCode()).isEqualTo(410);
    assertThat(gone.getTokenInvalidationTimestamp()).isPresent();
    assertThat(push("bad0" + "0".repeat(60)).getRejectionReason()).contains("BadDeviceToken");
  }

  @Test
  void failsAsItIsSwitched() throws Exception {
    http("PUT", "/switches/apns", "{\"fail_rate\":1,\"fail_status\":429}");
    assertThat(push("ab".repeat(32)).getRejectionReason()).contains("TooManyRequests");
    http("PUT", "/switches/apns", "{\"fail_status\":503}");
    assertThat(push("ab".repeat(32)).getStatusCode()).isEqualTo(503);
    assertThat(Json.tree(http("GET", "/messages", "")).path("items")).isEmpty();
  }
}
