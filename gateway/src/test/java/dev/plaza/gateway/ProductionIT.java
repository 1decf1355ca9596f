package dev.plaza.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.plaza.gateway.sandbox.Tokens;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// The gateway as it runs outside the sandbox, and how it starts, stops and meets outages.
class ProductionIT {

  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private static HttpServer keyServer() throws IOException {
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/jwks",
        it -> {
          byte[] body = Tokens.jwks().getBytes(StandardCharsets.UTF_8);
          it.getResponseHeaders().add("Content-Type", "application/json");
          it.sendResponseHeaders(200, body.length);
          it.getResponseBody().write(body);
          it.close();
        });
    server.start();
    return server;
  }

  private static String jwkSetUri(int port) {
    return "--spring.security.oauth2.resourceserver.jwt.jwk-set-uri=http://localhost:%d/jwks"
        .formatted(port);
  }

  @Test
  void hasNoSandboxAndTakesItsKeysFromTheIssuer() throws Exception {
    HttpServer keys = keyServer();
    try (var order = new StubPart("order");
        var gateway =
            RunningGateway.start(
                jwkSetUri(keys.getAddress().getPort()),
                "--plaza.gateway.routes.order=" + order.url())) {
      assertThat(RunningGateway.send(gateway.authorized("/sandbox/token")).statusCode())
          .isEqualTo(404);
      assertThat(RunningGateway.send(gateway.authorized("/sandbox/jwks")).statusCode())
          .isEqualTo(404);
      assertThat(RunningGateway.send(gateway.authorized("/openapi")).body())
          .doesNotContain("/sandbox/token");
      assertThat(RunningGateway.send(gateway.authorized("/map")).statusCode()).isEqualTo(404);
      assertThat(RunningGateway.send(gateway.authorized("/orders")).statusCode()).isEqualTo(200);
    } finally {
      keys.stop(0);
    }
  }

  @Test
  void saysThatTokensCannotBeCheckedWhileTheIssuerIsAway() throws Exception {
    try (var gateway = RunningGateway.start(jwkSetUri(1))) {
      HttpResponse<String> answer = RunningGateway.send(gateway.authorized("/orders"));

      assertThat(answer.statusCode()).isEqualTo(503);
      assertThat(answer.headers().firstValue("Retry-After")).isPresent();
      assertThat(answer.body()).contains("\"part\":\"identity\"");
    }
  }

  @Test
  void doesNotStartWithoutAnIssuer() {
    assertThatThrownBy(() -> RunningGateway.start().close())
        .rootCause()
        .hasMessageContaining("No token issuer");
  }

  @Test
  void stopsAskingAPartThatIsDownAndFindsItAgainSoon() throws Exception {
    HttpServer keys = keyServer();
    int port;
    try (var gone = new StubPart("order")) {
      port = gone.port();
    }
    try (var gateway =
        RunningGateway.start(
            jwkSetUri(keys.getAddress().getPort()),
            "--plaza.gateway.routes.order=http://localhost:" + port)) {
      for (int i = 0; i < 30; i++) {
        assertThat(RunningGateway.send(gateway.authorized("/orders")).statusCode()).isEqualTo(503);
      }
      assertThat(RunningGateway.send(gateway.authorized("/actuator/prometheus")).body())
          .containsPattern("plaza_gateway_breaker_open\\{.*part=\"order\".*} (1.0|0.5)");

      try (var _ = new StubPart("order", port)) {
        await()
            .atMost(Duration.ofSeconds(5))
            .until(() -> RunningGateway.send(gateway.authorized("/orders")).statusCode() == 200);
      }
    } finally {
      keys.stop(0);
    }
  }

  @Test
  void finishesCallsAndEndsStreamsWhenItStops() throws Exception {
    HttpServer keys = keyServer();
    try (var order = new StubPart("order")) {
      var gateway =
          RunningGateway.start(
              jwkSetUri(keys.getAddress().getPort()),
              "--plaza.gateway.routes.order=" + order.url());
      var call =
          HTTP.sendAsync(
              gateway.authorized("/orders?slow").build(), HttpResponse.BodyHandlers.ofString());
      var stream =
          HTTP.send(
              gateway.authorized("/order/1/stream").build(), HttpResponse.BodyHandlers.ofLines());
      var ended = CompletableFuture.runAsync(() -> stream.body().forEach(_ -> {}));
      await().atMost(Duration.ofSeconds(10)).until(() -> order.requests() == 2);

      var stopped = CompletableFuture.runAsync(gateway::close);
      assertThat(ended).succeedsWithin(Duration.ofSeconds(10));
      assertThat(stopped).isNotDone();
      order.letGo();

      assertThat(call.get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
      stopped.get(15, TimeUnit.SECONDS);
    } finally {
      keys.stop(0);
    }
  }

  @Test
  void believesTrustedProxies() throws Exception {
    HttpServer keys = keyServer();
    try (var order = new StubPart("order");
        var gateway =
            RunningGateway.start(
                jwkSetUri(keys.getAddress().getPort()),
                "--plaza.gateway.routes.order=" + order.url(),
                "--plaza.gateway.trusted-proxies=10.0.0.0/8,127.0.0.1")) {
      var answer =
          HTTP.send(
              gateway
                  .authorized("/orders")
                  .header("X-Forwarded-For", "203.0.113.9")
                  .header("X-Forwarded-Proto", "https")
                  .header("X-Forwarded-Host", "plaza.example")
                  .build(),
              HttpResponse.BodyHandlers.ofString());

      assertThat(answer.body())
          .containsIgnoringCase("X-Forwarded-For: 203.0.113.9, 127.0.0.1\n")
          .containsIgnoringCase("X-Forwarded-Proto: https\n")
          .containsIgnoringCase("X-Forwarded-Host: plaza.example\n");
    } finally {
      keys.stop(0);
    }
  }
}
