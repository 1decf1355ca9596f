package dev.plaza.bench.notify;

import dev.plaza.infra.Ports;
import dev.plaza.infra.ServerUrls;
import dev.plaza.infra.TestTokens;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/// One instance of the notify service as the launcher starts it: its classes and the class path
/// that its build wrote. It sends to an SMTP sink.
final class ServiceProcess implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  /// More options for it, e.g. `-XX:StartFlightRecording=…`.
  private static final String OPTIONS = System.getProperty("plaza.bench.service-options", "");

  private final int port = Ports.free();
  private final HttpClient http = HttpClient.newHttpClient();
  private final String token = TestTokens.token("bench", "service", "ops");
  private final Process process;
  private double heapMax;

  private ServiceProcess(
      ServerUrls urls, int sink, int connections, String sendGridKey, Path folder)
      throws IOException {
    process =
        new ProcessBuilder(command(urls, sink, connections, sendGridKey))
            .redirectErrorStream(true)
            .redirectOutput(Redirect.appendTo(folder.resolve("service.log").toFile()))
            .start();
  }

  static ServiceProcess start(
      ServerUrls urls, int sink, int connections, String sendGridKey, Path folder)
      throws IOException, InterruptedException {
    var service = new ServiceProcess(urls, sink, connections, sendGridKey, folder);
    service.awaitReady();
    return service;
  }

  private List<String> command(ServerUrls urls, int sink, int connections, String sendGridKey)
      throws IOException {
    Path target = Path.of("notify-service", "target");
    String libraries = Files.readString(target.resolve("classpath.txt")).strip();
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-Xmx512m"));
    OPTIONS.lines().filter(it -> !it.isBlank()).forEach(command::add);
    command.addAll(List.of("-cp", target.resolve("classes") + File.pathSeparator + libraries));
    command.add("dev.plaza.notify.NotifyServiceApplication");
    command.add("--server.port=" + port);
    command.add("--spring.datasource.url=" + urls.jdbc("notify"));
    command.add("--spring.datasource.username=" + urls.user());
    command.add("--spring.datasource.password=" + urls.password());
    command.add("--spring.kafka.bootstrap-servers=" + urls.kafka());
    command.add("--spring.data.redis.url=" + urls.redis());
    command.add("--plaza.paging.secret=of-the-bench");
    command.add("--notify.unsubscribe.secret=of-the-bench");
    command.add("--spring.security.oauth2.resourceserver.jwt.jwk-set-uri=" + TestTokens.jwksUri());
    command.add("--notify.providers.smtp.kind=smtp");
    command.add("--notify.providers.smtp.host=127.0.0.1");
    command.add("--notify.providers.smtp.port=" + sink);
    command.add("--notify.providers.smtp.tls=none");
    command.add("--notify.providers.smtp.connections=" + connections);
    command.add("--notify.providers.smtp.messages-per-connection=10000");
    command.add("--notify.categories.plain.dedupe=1h");
    command.add("--notify.webhooks.sendgrid.kind=sendgrid");
    command.add("--notify.webhooks.sendgrid.key=" + sendGridKey);
    return command;
  }

  private void awaitReady() throws InterruptedException {
    long began = System.nanoTime();
    while (System.nanoTime() - began < PATIENCE.toNanos()) {
      try {
        if (call("GET", "/actuator/health/readiness", "") == 200) {
          return;
        }
      } catch (UncheckedIOException _) {
        // not yet
      }
      Thread.sleep(200);
    }
    throw new IllegalStateException("the service did not start");
  }

  void template(String key, String category) {
    String content =
        """
        {"category":"%s","variables":{"name":{"required":false}},"content":{"en":{"email":
         {"subject":"Hello {{name}}","text":"%s","html":"%s"}}}}"""
            .formatted(category, RawMail.TEXT.replace("\n", "\\n"), RawMail.HTML);
    require(call("PUT", "/templates/" + key, content));
    require(call("POST", "/templates/" + key + "/publish", "{\"version\":1}"));
  }

  /// Asks for a notification, which must be accepted.
  void ask(String body) {
    require(call("POST", "/notify", body));
  }

  private static void require(int status) {
    if (status >= 300) {
      throw new IllegalStateException("answered " + status);
    }
  }

  private int call(String method, String path, String body) {
    String key = UUID.randomUUID().toString();
    return call(
        method, path, body, Map.of("Authorization", "Bearer " + token, "Idempotency-Key", key));
  }

  int call(String method, String path, String body, Map<String, String> headers) {
    return send(method, path, body, headers).statusCode();
  }

  private HttpResponse<String> send(
      String method, String path, String body, Map<String, String> headers) {
    var request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
            .timeout(Duration.ofSeconds(30))
            .header("Content-Type", "application/json")
            .method(method, HttpRequest.BodyPublishers.ofString(body));
    headers.forEach(request::header);
    try {
      return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /// Looks how much of its heap it uses now.
  void noteHeap() {
    double bytes =
        send("GET", "/actuator/prometheus", "", Map.of())
            .body()
            .lines()
            .filter(it -> it.startsWith("jvm_memory_used_bytes") && it.contains("\"heap\""))
            .mapToDouble(it -> Double.parseDouble(it.substring(it.lastIndexOf(' ') + 1)))
            .sum();
    heapMax = Math.max(heapMax, bytes);
  }

  long heapMegabytesMax() {
    return Math.round(heapMax / 1_000_000);
  }

  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  double cpuSeconds() {
    return process.info().totalCpuDuration().orElse(Duration.ZERO).toMillis() / 1000.0;
  }

  @Override
  public void close() {
    process.destroy();
    try {
      process.waitFor();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
