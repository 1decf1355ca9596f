package dev.plaza.journeys;

import dev.plaza.dev.client.PlazaClient;
import dev.plaza.dev.client.Response;
import dev.plaza.dev.client.Session;
import dev.plaza.dev.client.Subject;
import dev.plaza.dev.web.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/// The whole platform, started once for all journeys by the same command that people use: every
/// part in a process of its own, on ports of its own, with short limits.
///
/// `-Dplaza.journeys.data=FOLDER` uses a stack that runs already.
final class Stack {

  /// How much faster than real the city moves.
  static final double TIME_FACTOR = 60;

  private static final Duration START_LIMIT = Duration.ofMinutes(6);
  private static final Duration COMMAND_LIMIT = Duration.ofMinutes(3);

  /// Waits that nobody wants to sit out in a test.
  private static final Map<String, String> SHORT_LIMITS =
      Map.of(
          "ORDER_CHECKOUT_RESTAURANTLIMIT", "25s",
          "ORDER_CHECKOUT_SUBSTITUTIONLIMIT", "12s",
          "ORDER_CHECKOUT_CAPTURERETRY", "2s",
          "ORDER_CHECKOUT_CAPTURETRIES", "2",
          "ORDER_CHECKOUT_UNWINDLIMIT", "20s",
          // Longer than a service needs to come back on a busy machine.
          "ORDER_CHECKOUT_AUTHORIZATIONLIMIT", "4m",
          "PLAZA_DISPATCH_JOB_GIVEUP", "30s",
          "PLAZA_DISPATCH_ASSIGNMENT_VANISHAFTER", "20s");

  private static Stack running;

  /// Null where the stack was started by somebody else.
  private static Spans spans;

  private final Path project;
  private final Path data;
  private final Properties ports = new Properties();
  private final HttpClient http = HttpClient.newHttpClient();
  private final PlazaClient client;

  private Stack(Path project, Path data) throws IOException {
    this.project = project;
    this.data = data;
    try (var reader = Files.newBufferedReader(data.resolve("run/stack.properties"))) {
      ports.load(reader);
    }
    client = new PlazaClient(url("gateway"));
  }

  static synchronized Stack running() {
    try {
      if (running == null) {
        var attached = System.getProperty("plaza.journeys.data", "");
        running = attached.isEmpty() ? started() : new Stack(projectFolder(), Path.of(attached));
      }
      return running;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stack started() throws IOException {
    var project = projectFolder();
    var data = Files.createDirectories(project.resolve("journeys/target/stack").toAbsolutePath());
    Runtime.getRuntime().addShutdownHook(new Thread(() -> plaza(project, data, List.of("down"))));
    spans = new Spans();
    plaza(
        project,
        data,
        List.of(
            "up",
            "--separate",
            "--no-city",
            "--no-cache",
            "--port",
            Integer.toString(freePort()),
            "--time-factor",
            Double.toString(TIME_FACTOR)));
    return new Stack(project, data);
  }

  private static Path projectFolder() {
    var folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("plaza"))) {
      folder = folder.getParent();
      if (folder == null) {
        throw new IllegalStateException("the project's folder is not above this one");
      }
    }
    return folder;
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private static void plaza(Path project, Path data, List<String> words) {
    var line = new ArrayList<>(List.of(project.resolve("plaza").toString()));
    line.addAll(words);
    var builder = new ProcessBuilder(line).directory(project.toFile()).redirectErrorStream(true);
    builder.environment().put("PLAZA_DATA", data.toString());
    builder.environment().put("PLAZA_BUILD", "no");
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().putAll(SHORT_LIMITS);
    if (spans != null) {
      builder
          .environment()
          .put("MANAGEMENT_OPENTELEMETRY_TRACING_EXPORT_OTLP_ENDPOINT", spans.endpoint());
    }
    var output = data.resolve("command-" + words.getFirst() + ".log");
    builder.redirectOutput(output.toFile());
    var limit = words.getFirst().equals("up") ? START_LIMIT : COMMAND_LIMIT;
    try {
      var process = builder.start();
      if (!process.waitFor(limit.toSeconds(), TimeUnit.SECONDS)) {
        process.destroy();
        throw new IllegalStateException("./plaza " + words + " takes too long; see " + output);
      }
      if (process.exitValue() != 0) {
        throw new IllegalStateException(
            "./plaza " + words + " failed: " + Files.readString(output));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  Path project() {
    return project;
  }

  URI url(String part) {
    return URI.create("http://localhost:" + ports.getProperty("port." + part));
  }

  PlazaClient client() {
    return client;
  }

  Session as(Subject subject) {
    return client.as(subject);
  }

  Session ops() {
    return client.as(Subject.ops("journeys"));
  }

  /// kill -9
  void kill(String part) {
    plaza(project, data, List.of("kill", part));
  }

  void start(String part) {
    plaza(project, data, List.of("start", part));
  }

  void pause(String part) {
    plaza(project, data, List.of("pause", part));
  }

  void resume(String part) {
    plaza(project, data, List.of("resume", part));
  }

  /// What the services tell of their traces; null where the stack was started by somebody else.
  Spans spans() {
    return spans;
  }

  /// Sets switches of the payment provider.
  void payments(String json) {
    try {
      var request =
          HttpRequest.newBuilder(url("payment-provider").resolve("/control"))
              .POST(HttpRequest.BodyPublishers.ofString(json))
              .build();
      var answer = http.send(request, BodyHandlers.ofString());
      if (answer.statusCode() != 200) {
        throw new IllegalStateException(answer.body());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  void resetPayments() {
    payments(
        """
        {"latency_ms":0,"fail_rate":0,"fail_stored_rate":0,"throttle_rate":0,"drop_answer_rate":0,
         "paused":false,"slow_ms":4000,"lost_answer_ms":2000,"webhooks_paused":false,
         "webhook_duplicate_rate":0,"webhook_delay_ms":0,"webhook_reorder_ms":0}
        """);
  }

  /// The provider's books; of one order, or of all.
  JsonNode books(String query) {
    try {
      var request = HttpRequest.newBuilder(url("payment-provider").resolve("/books" + query));
      return Json.tree(http.send(request.build(), BodyHandlers.ofByteArray()).body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /// The lines of all logs from `since` on that tell of an error of ours.
  List<String> errors(LogMark since) {
    return since.errors();
  }

  LogMark logMark() {
    return LogMark.now(data.resolve("logs"));
  }

  private static final Set<Integer> LATER = Set.of(429, 502, 503, 504);

  /// Calls until somebody is there to answer. A 500 is an answer.
  static Response patiently(StackCall call) {
    var end = System.nanoTime() + Duration.ofMinutes(2).toNanos();
    while (true) {
      try {
        var answer = call.run();
        if (!LATER.contains(answer.status()) || System.nanoTime() > end) {
          return answer;
        }
      } catch (IOException e) {
        if (System.nanoTime() > end) {
          throw new UncheckedIOException(e);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
      Pause.brief();
    }
  }

  interface StackCall {
    Response run() throws IOException, InterruptedException;
  }
}
