package dev.plaza.bench.quota;

import dev.plaza.bench.Compilers;
import dev.plaza.infra.TestInfra;
import dev.plaza.infra.TestTokens;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// The quota service as a process of its own on embedded PostgreSQL and Kafka.
final class QuotaProcess implements AutoCloseable {

  private static final Duration READY = Duration.ofSeconds(90);
  private static final String LAG = "plaza_quota_ship_lag";

  private final HttpClient http = HttpClient.newHttpClient();
  private final Process process;
  private final String url;

  /// @param flight where to write a flight recording; empty for none
  QuotaProcess(Path folder, String flight) throws IOException, InterruptedException {
    int port = freePort();
    url = "http://localhost:" + port;
    var command = new ArrayList<String>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(List.of("-Xmx3g", "-XX:+UseSerialGC"));
    if (!flight.isEmpty()) {
      command.add("-XX:FlightRecorderOptions=stackdepth=128");
      command.add("-XX:StartFlightRecording=settings=profile,dumponexit=true,filename=" + flight);
    }
    command.addAll(List.of("-cp", classPath()));
    command.add("dev.plaza.quota.QuotaServiceApplication");
    properties(folder, port).forEach((name, value) -> command.add("--" + name + "=" + value));
    process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("service.log").toFile())
            .start();
    awaitReady();
  }

  /// The service's own, as the build wrote it down: with more on it, Spring would start more.
  private static String classPath() throws IOException {
    Path target = Path.of("quota-service", "target");
    return target.resolve("classes")
        + File.pathSeparator
        + Files.readString(target.resolve("classpath.txt")).strip();
  }

  private static Map<String, String> properties(Path folder, int port) {
    var all = new LinkedHashMap<String, String>();
    TestInfra.register(
        (String name, Supplier<Object> value) -> all.put(name, String.valueOf(value.get())),
        "plaza_quota");
    all.put("server.port", Integer.toString(port));
    all.put("quota.log.dir", folder.resolve("log").toString());
    all.put("quota.guids-max", "20000000");
    return all;
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void awaitReady() throws InterruptedException {
    long until = System.nanoTime() + READY.toNanos();
    while (status("/actuator/health/readiness") != 200) {
      if (!process.isAlive() || System.nanoTime() > until) {
        throw new IllegalStateException("the quota service does not start");
      }
      TimeUnit.MILLISECONDS.sleep(200);
    }
  }

  private int status(String path) throws InterruptedException {
    try {
      var request = HttpRequest.newBuilder(URI.create(url + path)).build();
      return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    } catch (IOException _) {
      return 0;
    }
  }

  void offer(String id, long limit) throws IOException, InterruptedException {
    var request =
        request("/offers/" + id, TestTokens.token("ops", "ops"))
            .PUT(
                HttpRequest.BodyPublishers.ofString(
                    "{\"discount\":{\"percent\":10},\"limit\":" + limit + "}"))
            .build();
    var answer = http.send(request, HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() / 100 != 2) {
      throw new IllegalStateException(answer.statusCode() + " " + answer.body());
    }
  }

  HttpRequest.Builder request(String path, String token) {
    return HttpRequest.newBuilder(URI.create(url + path))
        .header("Content-Type", "application/json")
        .header("Authorization", "Bearer " + token);
  }

  Duration cpu() {
    return Contender.cpu(process.pid(), false);
  }

  Duration compiling() throws IOException {
    return Compilers.cpu(process.pid());
  }

  /// Records that Kafka has not taken yet.
  long lag() throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(URI.create(url + "/actuator/prometheus")).build();
    return (long)
        http.send(request, HttpResponse.BodyHandlers.ofLines())
            .body()
            .filter(it -> it.startsWith(LAG))
            .mapToDouble(it -> Double.parseDouble(it.substring(it.lastIndexOf(' ') + 1)))
            .sum();
  }

  @Override
  public void close() {
    process.destroy();
    process.onExit().join();
  }
}
