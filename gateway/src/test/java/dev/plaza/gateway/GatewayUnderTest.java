package dev.plaza.gateway;

import dev.plaza.gateway.sandbox.Tokens;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The gateway in the sandbox, before parts that are stubs.
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@ActiveProfiles("sandbox")
public abstract class GatewayUnderTest {

  protected static final StubPart CATALOG = new StubPart("catalog");
  protected static final StubPart ORDER = new StubPart("order");
  protected static final SocketPart TRACKING = new SocketPart();
  protected static final RedisUnderTest REDIS = RedisUnderTest.started();

  protected static final JsonMapper JSON = JsonMapper.builder().build();
  protected static final HttpClient HTTP =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();

  @LocalServerPort protected int port;

  @DynamicPropertySource
  static void parts(DynamicPropertyRegistry registry) {
    registry.add("plaza.sandbox.key-file", Tokens::keyFile);
    registry.add("spring.data.redis.url", REDIS::url);
    registry.add("plaza.limits.file", () -> Tokens.keyFile().resolveSibling("policies.json"));
    registry.add("plaza.gateway.routes.catalog", CATALOG::url);
    registry.add(
        "plaza.gateway.routes.order", () -> "http://localhost:%d,%s".formatted(1, ORDER.url()));
    // Nobody listens there, also where a platform runs on this machine.
    for (var absent : List.of("dispatch", "quota", "notify")) {
      registry.add("plaza.gateway.routes." + absent, () -> "http://localhost:1");
    }
    registry.add("plaza.gateway.routes.tracking", TRACKING::url);
    registry.add("plaza.gateway.response-timeout", () -> "3s");
    registry.add("plaza.gateway.cors-origins", () -> "https://app.example");
  }

  protected HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(uri(path)).timeout(Duration.ofSeconds(20));
  }

  protected HttpRequest.Builder authorized(String path) {
    return request(path).header("Authorization", "Bearer " + Tokens.good());
  }

  protected HttpRequest.Builder as(String path, String subject, String... roles) {
    return request(path).header("Authorization", "Bearer " + Tokens.of(subject, roles));
  }

  protected URI uri(String path) {
    return URI.create("http://localhost:" + port + path);
  }

  protected static HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  protected static JsonNode json(HttpResponse<String> response) {
    return JSON.readTree(response.body());
  }
}
