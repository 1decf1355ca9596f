package dev.plaza.bench.limit.gateway;

import dev.plaza.bench.Compilers;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The real gateway in a process of its own, with one way to limit.
final class GatewayUnderBench implements AutoCloseable {

  /// Which limiter it has.
  enum Way {
    NONE("no limiter"),
    PLAZA("Plaza, four policies"),
    FRAMEWORK("SCG RequestRateLimiter, one bucket");

    final String title;

    Way(String title) {
      this.title = title;
    }
  }

  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final Pattern STARTED = Pattern.compile("Netty started on port (\\d+)");
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  final Way way;
  private final Process process;
  private final Path log;
  private final int port;

  private GatewayUnderBench(Way way, Process process, Path log, int port) {
    this.way = way;
    this.process = process;
    this.log = log;
    this.port = port;
  }

  /// @param rate what one user may take in a second
  /// @param burst what one user may take at once
  static GatewayUnderBench start(
      Way way, Path folder, Upstream upstream, String redis, long rate, long burst)
      throws IOException, InterruptedException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-Xmx256m", "-cp", classPath(way)));
    command.add("dev.plaza.gateway.GatewayApplication");
    command.addAll(
        List.of(
            "--server.port=0",
            "--spring.profiles.active=sandbox",
            "--spring.data.redis.url=" + redis,
            "--plaza.gateway.routes.catalog=" + upstream.url(),
            "--plaza.sandbox.key-file=" + folder.resolve("key.pem"),
            "--plaza.limits.file=" + folder.resolve(way + ".json"),
            "--plaza.limits.enabled=" + (way == Way.PLAZA),
            "--management.tracing.export.enabled=false"));
    if (way == Way.PLAZA) {
      String mine = "--plaza.limits.policies.mine.";
      // The sandbox multiplies what is configured by 100.
      command.addAll(
          List.of(
              mine + "match.route=catalog",
              mine + "rate=" + rate / 100,
              mine + "burst=" + burst / 100));
    }
    String sources = "--spring.main.sources=" + FilterTimes.class.getName();
    command.add(way == Way.FRAMEWORK ? sources + "," + PeerLimits.class.getName() : sources);
    if (way == Way.FRAMEWORK) {
      command.addAll(List.of("--bench.rate=" + rate, "--bench.burst=" + burst));
    }
    Path log = folder.resolve(way + ".log");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    return new GatewayUnderBench(way, process, log, port(process, log));
  }

  /// As the launcher starts it, and the probes; the framework's limiter needs its client of Redis
  /// beside that.
  private static String classPath(Way way) throws IOException {
    Path target = Path.of("gateway", "target");
    var parts = new ArrayList<String>();
    parts.add(target.resolve("classes").toString());
    parts.add(Files.readString(target.resolve("classpath.txt")).strip());
    parts.add(
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(it -> isOwn(it) || (way == Way.FRAMEWORK && isClientOfRedis(it)))
            .collect(Collectors.joining(File.pathSeparator)));
    return String.join(File.pathSeparator, parts);
  }

  private static boolean isOwn(String path) {
    String mine =
        Path.of(
                URI.create(
                    PeerLimits.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toString()))
            .toString();
    return Path.of(path).toAbsolutePath().toString().equals(mine);
  }

  private static boolean isClientOfRedis(String path) {
    return path.contains("data-redis")
        || path.contains("spring-data-")
        || path.contains("spring-tx");
  }

  private static int port(Process process, Path log) throws IOException, InterruptedException {
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (process.isAlive() && System.nanoTime() - until < 0) {
      try (Stream<String> lines = Files.lines(log)) {
        var started = lines.map(STARTED::matcher).filter(it -> it.find()).findFirst();
        if (started.isPresent()) {
          return Integer.parseInt(started.get().group(1));
        }
      }
      Thread.sleep(200);
    }
    process.destroyForcibly();
    throw new IllegalStateException("the gateway did not start: " + Files.readString(log));
  }

  int port() {
    return port;
  }

  String token(String user) throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create("http://localhost:%d/sandbox/token".formatted(port)))
            .header("Content-Type", "application/json")
            .POST(
                BodyPublishers.ofString(
                    "{\"sub\":\"%s\",\"roles\":[\"customer\"]}".formatted(user)))
            .build();
    String body = HTTP.send(request, BodyHandlers.ofString()).body();
    var token = Pattern.compile("\"access_token\"\\s*:\\s*\"([^\"]+)\"").matcher(body);
    if (!token.find()) {
      throw new IllegalStateException("no token: " + body);
    }
    return token.group(1);
  }

  /// CPU seconds of the process so far.
  double cpu() {
    return process.info().totalCpuDuration().orElseThrow().toNanos() / 1e9;
  }

  /// Of these, what its JIT compilers took.
  double compiling() throws IOException {
    return Compilers.cpu(process.pid()).toNanos() / 1e9;
  }

  /// What its probes saw; known when it is closed.
  FilterTime inFilter() throws IOException {
    return FilterTime.in(log);
  }

  @Override
  public void close() throws IOException {
    process.destroy();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
    }
  }
}
