package dev.plaza.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.plaza.gateway.sandbox.Tokens;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.http.client.ReactorResourceFactory;

/// The gateway as it runs outside the sandbox, and how it starts, stops and meets outages.
class ProductionIT {

  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private static ConfigurableApplicationContext start(String... more) {
    var arguments = new ArrayList<>(List.of("--server.port=0"));
    arguments.addAll(List.of(more));
    return new SpringApplicationBuilder(GatewayApplication.class)
        .initializers(ProductionIT::leaveSharedThreadsAlone)
        .run(arguments.toArray(String[]::new));
  }

  /// Closing a context ends the event loops that it shares with all others of this JVM.
  private static void leaveSharedThreadsAlone(ConfigurableApplicationContext context) {
    ((GenericApplicationContext) context)
        .registerBean(
            ReactorResourceFactory.class,
            () -> {
              var own = new ReactorResourceFactory();
              own.setUseGlobalResources(false);
              return own;
            });
  }

  private static HttpRequest request(ConfigurableApplicationContext gateway, String path) {
    int port = gateway.getEnvironment().getRequiredProperty("local.server.port", int.class);
    return HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
        .timeout(Duration.ofSeconds(20))
        .header("Authorization", "Bearer " + Tokens.good())
        .build();
  }

  private static HttpResponse<String> send(ConfigurableApplicationContext gateway, String path)
      throws IOException, InterruptedException {
    return HTTP.send(request(gateway, path), HttpResponse.BodyHandlers.ofString());
  }

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
            start(
                jwkSetUri(keys.getAddress().getPort()),
                "--plaza.gateway.routes.order=" + order.url())) {
      assertThat(send(gateway, "/sandbox/token").statusCode()).isEqualTo(404);
      assertThat(send(gateway, "/sandbox/jwks").statusCode()).isEqualTo(404);
      assertThat(send(gateway, "/openapi").body()).doesNotContain("/sandbox/token");
      assertThat(send(gateway, "/map").statusCode()).isEqualTo(404);
      assertThat(send(gateway, "/orders").statusCode()).isEqualTo(200);
    } finally {
      keys.stop(0);
    }
  }

  @Test
  void saysThatTokensCannotBeCheckedWhileTheIssuerIsAway() throws Exception {
    try (var gateway = start(jwkSetUri(1))) {
      HttpResponse<String> answer = send(gateway, "/orders");

      assertThat(answer.statusCode()).isEqualTo(503);
      assertThat(answer.headers().firstValue("Retry-After")).isPresent();
      assertThat(answer.body()).contains("\"part\":\"identity\"");
    }
  }

  @Test
  void doesNotStartWithoutAnIssuer() {
    assertThatThrownBy(() -> start().close()).rootCause().hasMessageContaining("No token issuer");
  }

  @Test
  void stopsAskingAPartThatIsDownAndFindsItAgainSoon() throws Exception {
    HttpServer keys = keyServer();
    int port;
    try (var gone = new StubPart("order")) {
      port = gone.port();
    }
    try (var gateway =
        start(
            jwkSetUri(keys.getAddress().getPort()),
            "--plaza.gateway.routes.order=http://localhost:" + port)) {
      for (int i = 0; i < 30; i++) {
        assertThat(send(gateway, "/orders").statusCode()).isEqualTo(503);
      }
      assertThat(send(gateway, "/actuator/prometheus").body())
          .containsPattern("plaza_gateway_breaker_open\\{.*part=\"order\".*} (1.0|0.5)");

      try (var _ = new StubPart("order", port)) {
        await()
            .atMost(Duration.ofSeconds(5))
            .until(() -> send(gateway, "/orders").statusCode() == 200);
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
          start(
              jwkSetUri(keys.getAddress().getPort()),
              "--plaza.gateway.routes.order=" + order.url());
      var call =
          HTTP.sendAsync(request(gateway, "/orders?slow"), HttpResponse.BodyHandlers.ofString());
      var stream =
          HTTP.send(request(gateway, "/order/1/stream"), HttpResponse.BodyHandlers.ofLines());
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
            start(
                jwkSetUri(keys.getAddress().getPort()),
                "--plaza.gateway.routes.order=" + order.url(),
                "--plaza.gateway.trusted-proxies=10.0.0.0/8,127.0.0.1")) {
      int port = gateway.getEnvironment().getRequiredProperty("local.server.port", int.class);
      var answer =
          HTTP.send(
              HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/orders"))
                  .header("Authorization", "Bearer " + Tokens.good())
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
