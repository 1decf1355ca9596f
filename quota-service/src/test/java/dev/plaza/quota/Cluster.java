package dev.plaza.quota;

import static org.awaitility.Awaitility.await;

import dev.plaza.infra.TestInfra;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLClassLoader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/// Several instances of the service, each a process of its own, on one set of servers and one log
/// root. PostgreSQL and Kafka are reached through cables that a test can cut.
final class Cluster implements AutoCloseable {

  private static final HttpClient HTTP =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(1)).build();

  private final Path folder;
  private final Map<String, String> properties = new LinkedHashMap<>();
  private final List<Node> nodes = new ArrayList<>();

  Cluster() {
    try {
      folder = Files.createTempDirectory("quota-cluster");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Map<String, Supplier<Object>> found = new LinkedHashMap<>();
    TestInfra.register(found::put, "plaza_quota");
    found.forEach((name, value) -> properties.put(name, String.valueOf(value.get())));
    properties.put("quota.log.dir", folder.resolve("log").toString());
    properties.put("quota.ship.topic", "quota.redemption.v1-" + UUID.randomUUID());
    properties.put("quota.renew-every", "250ms");
    properties.put("quota.lease", "2s");
    properties.put("quota.margin", "250ms");
    properties.put("quota.alive-for", "1s");
    properties.put("quota.shards", "6");
    properties.put("spring.datasource.hikari.connection-timeout", "1000");
    properties.put("spring.datasource.hikari.maximum-pool-size", "8");
    properties.put("spring.datasource.hikari.data-source-properties.socketTimeout", "3");
    properties.put("server.shutdown", "immediate");
  }

  Path log() {
    return folder.resolve("log");
  }

  String jdbc() {
    return String.valueOf(properties.get("spring.datasource.url"));
  }

  /// Shards whose queryable log is not dense from its first record to its last.
  List<String> logsWithGaps() {
    var database =
        new DriverManagerDataSource(
            jdbc(),
            String.valueOf(properties.get("spring.datasource.username")),
            String.valueOf(properties.get("spring.datasource.password")));
    return JdbcClient.create(database)
        .sql(
            """
            SELECT shard || ': ' || count(*) || ' of ' || max(seq) FROM redemption_log
             GROUP BY shard HAVING count(*) <> max(seq) OR min(seq) <> 1
            """)
        .query(String.class)
        .list();
  }

  /// Starts an instance; `more` replaces properties.
  Node start(Map<String, String> more) {
    var node = new Node(nodes.size(), more);
    nodes.add(node);
    node.start();
    return node;
  }

  @Override
  public void close() {
    nodes.forEach(Node::kill);
    if (!Boolean.getBoolean("quota.keep")) {
      Folders.delete(folder);
    }
  }

  /// One process.
  final class Node {
    private final int number;
    private final int port = freePort();
    private final Map<String, String> more;
    private Process process;

    Node(int number, Map<String, String> more) {
      this.number = number;
      this.more = more;
      this.process = null;
    }

    String url() {
      return "http://localhost:" + port;
    }

    QuotaClient api() {
      return new QuotaClient(url(), QuotaServers.SERVICE);
    }

    QuotaClient ops() {
      return new QuotaClient(url(), QuotaServers.OPS);
    }

    void start() {
      var command = new ArrayList<String>();
      command.add(ProcessHandle.current().info().command().orElse("java"));
      command.addAll(
          List.of("-Xmx192m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto"));
      command.addAll(List.of("-cp", classPath()));
      command.add("dev.plaza.quota.QuotaServiceApplication");
      var all = new LinkedHashMap<>(properties);
      all.putAll(more);
      all.put("server.port", Integer.toString(port));
      all.forEach((name, value) -> command.add("--" + name + "=" + value));
      try {
        process =
            new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(output().toFile()))
                .start();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    Path output() {
      return folder.resolve("node-" + number + ".log");
    }

    Node awaitReady() {
      await("node " + number)
          .atMost(Duration.ofSeconds(60))
          .pollInterval(Duration.ofMillis(100))
          .until(this::isReady);
      return this;
    }

    private boolean isReady() {
      if (!process.isAlive()) {
        throw new AssertionError("node " + number + " has ended:\n" + tail());
      }
      try {
        return read("/actuator/health/readiness", HttpResponse.BodyHandlers.discarding())
                .statusCode()
            == 200;
      } catch (UncheckedIOException _) {
        return false;
      }
    }

    String tail() {
      try {
        List<String> lines = Files.readAllLines(output());
        return String.join("\n", lines.subList(Math.max(0, lines.size() - 40), lines.size()));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /// How many shards it has by its own account.
    int shards() {
      return ops()
          .get("/actuator/health")
          .body()
          .at("/components/shardMeters/details/shards")
          .size();
    }

    /// Records it has written and Kafka has not taken.
    double shipLag() {
      String gauge = "plaza_quota_ship_lag";
      return read("/actuator/prometheus", HttpResponse.BodyHandlers.ofLines())
          .body()
          .filter(it -> it.startsWith(gauge))
          .mapToDouble(it -> Double.parseDouble(it.substring(it.lastIndexOf(' ') + 1)))
          .sum();
    }

    private <T> HttpResponse<T> read(String path, HttpResponse.BodyHandler<T> as) {
      try {
        var request =
            HttpRequest.newBuilder(URI.create(url() + path)).timeout(Duration.ofSeconds(2)).build();
        return HTTP.send(request, as);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }

    void kill() {
      if (process.isAlive()) {
        signal("CONT");
        process.destroyForcibly();
        gone();
      }
    }

    void terminate() {
      process.destroy();
      gone();
    }

    void pause() {
      signal("STOP");
    }

    void resume() {
      signal("CONT");
    }

    private void signal(String name) {
      try {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }

    private void gone() {
      try {
        if (!process.waitFor(30, TimeUnit.SECONDS)) {
          throw new AssertionError("node " + number + " does not end");
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }
  }

  /// The tests' own; some runners keep it in a class loader only.
  private static String classPath() {
    return Thread.currentThread().getContextClassLoader() instanceof URLClassLoader loader
        ? Arrays.stream(loader.getURLs())
            .map(it -> Path.of(URI.create(it.toString())).toString())
            .collect(Collectors.joining(File.pathSeparator))
        : System.getProperty("java.class.path");
  }

  static int freePort() {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
