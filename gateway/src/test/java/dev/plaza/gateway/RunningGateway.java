package dev.plaza.gateway;

import dev.plaza.gateway.sandbox.Tokens;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.http.client.ReactorResourceFactory;

/// One instance of the gateway in the test's JVM, several of which run side by side.
public final class RunningGateway implements AutoCloseable {

  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final ConfigurableApplicationContext context;

  private RunningGateway(ConfigurableApplicationContext context) {
    this.context = context;
  }

  /// In the profiles of production, with no Redis unless an argument names one.
  public static RunningGateway start(String... more) {
    // An option that is there twice would be a list.
    var arguments = new LinkedHashMap<String, String>();
    arguments.put("--server.port", "0");
    arguments.put("--spring.data.redis.url", "redis://localhost:1");
    arguments.put("--plaza.sandbox.key-file", Tokens.keyFile().toString());
    arguments.put("--plaza.limits.file", newFile().toString());
    for (String it : more) {
      int equals = it.indexOf('=');
      arguments.put(it.substring(0, equals), it.substring(equals + 1));
    }
    return new RunningGateway(
        new SpringApplicationBuilder(GatewayApplication.class)
            .initializers(RunningGateway::leaveSharedThreadsAlone)
            .run(
                arguments.entrySet().stream()
                    .map(it -> it.getKey() + "=" + it.getValue())
                    .toArray(String[]::new)));
  }

  private static Path newFile() {
    try {
      return Files.createTempDirectory("plaza-gateway-limits").resolve("policies.json");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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

  public int port() {
    return context.getEnvironment().getRequiredProperty("local.server.port", int.class);
  }

  public HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://localhost:" + port() + path))
        .timeout(Duration.ofSeconds(20));
  }

  public HttpRequest.Builder authorized(String path) {
    return request(path).header("Authorization", "Bearer " + Tokens.good());
  }

  public HttpRequest.Builder ops(String path) {
    return request(path).header("Authorization", "Bearer " + Tokens.of("olga", "ops"));
  }

  public static HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    context.close();
  }
}
