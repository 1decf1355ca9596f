package dev.plaza.bench.notify;

import dev.plaza.infra.EmbeddedOptions;
import dev.plaza.infra.EmbeddedServers;
import dev.plaza.infra.Ports;
import dev.plaza.infra.TestTokens;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/// One instance of the notify service on PostgreSQL with fsync, an SMTP sink in this JVM, all on
/// the same cores: requests accepted per second, a campaign beside a bare loop around Angus Mail,
/// and how long critical messages take while it runs. Needs a built `notify-service`.
///
/// Run: `./plaza bench notify [mails] [requests]`
public final class NotifyBench {

  static final String TEXT = "Hello {{name}},\n\n" + "this is what is new. ".repeat(40) + "\n";
  static final String HTML =
      "<p>Hello {{name}},</p><p>" + "this is what is new. ".repeat(40) + "</p>";

  private static final int CLIENTS = 16;
  private static final int CONNECTIONS = 16;
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private final EmbeddedServers servers;
  private final SmtpSink sink;
  private final int port = Ports.free();
  private final HttpClient http = HttpClient.newHttpClient();
  private final String token = TestTokens.token("bench", "service", "ops");

  private NotifyBench(EmbeddedServers servers, SmtpSink sink) {
    this.servers = servers;
    this.sink = sink;
  }

  public static void main(String[] args) throws Exception {
    int mails = args.length > 0 ? Integer.parseInt(args[0]) : 100_000;
    int requests = args.length > 1 ? Integer.parseInt(args[1]) : 20_000;
    Path folder = Files.createTempDirectory("notify-bench");
    var options =
        new EmbeddedOptions(
            folder,
            folder.resolve("bin"),
            Ports.free(),
            Ports.free(),
            Ports.free(),
            Ports.free(),
            true);
    try (var servers = EmbeddedServers.start(options);
        var sink = new SmtpSink()) {
      new NotifyBench(servers, sink).run(mails, requests, folder);
    }
    System.exit(0);
  }

  private void run(int mails, int requests, Path folder) throws Exception {
    execute("postgres", "CREATE DATABASE notify");
    RawMail.send(sink.port(), mails / 10, CONNECTIONS);
    double raw = RawMail.send(sink.port(), mails, CONNECTIONS);
    System.out.printf("raw Angus Mail, %d connections   %8.0f mails/s%n", CONNECTIONS, mails / raw);
    Process service = start(folder);
    try {
      awaitReady();
      template("bench.mail", "plain");
      template("bench.urgent", "security");
      campaign("warm", mails / 10);
      accept(requests / 10);
      double cpuBefore = cpu(service);
      double accepted = accept(requests);
      System.out.printf(
          "accepted, %d clients            %8.0f requests/s  (%.2f ms CPU of the service each)%n",
          CLIENTS, requests / accepted, (cpu(service) - cpuBefore) * 1000 / requests);
      double seconds = campaign("bench", mails);
      System.out.printf(
          "campaign of %d                %8.0f mails/s  %.0f %% of raw%n",
          mails, mails / seconds, 100 * raw / seconds);
    } finally {
      service.destroyForcibly().waitFor();
    }
  }

  private double accept(int requests) throws InterruptedException {
    var next = new AtomicInteger();
    var wrong = new ConcurrentLinkedQueue<Integer>();
    var clients = new ArrayList<Thread>();
    String body =
        "{\"template\":\"bench.mail\",\"channels\":[\"email\"],\"data\":{\"name\":\"Ana\"},"
            + "\"recipients\":[{\"email\":\"a%d@plaza.example\"}],\"send_at\":\"2099-01-01T00:00:00Z\"}";
    String soon =
        body.replace(
            "2099-01-01",
            java.time.LocalDate.now(java.time.ZoneOffset.UTC).plusDays(300).toString());
    long began = System.nanoTime();
    for (int i = 0; i < CLIENTS; i++) {
      clients.add(
          Thread.ofVirtual()
              .start(
                  () -> {
                    for (int n = next.getAndIncrement(); n < requests; n = next.getAndIncrement()) {
                      int status = post("/notify", soon.formatted(n));
                      if (status != 202) {
                        wrong.add(status);
                      }
                    }
                  }));
    }
    for (Thread it : clients) {
      it.join();
    }
    if (!wrong.isEmpty()) {
      throw new IllegalStateException(
          "answers that are not 202: " + wrong.size() + " " + wrong.peek());
    }
    return (System.nanoTime() - began) / 1e9;
  }

  /// @return seconds until the sink has all of them; prints the waits of critical ones beside it
  private double campaign(String topic, int mails) throws SQLException, InterruptedException {
    execute(
        "notify",
        """
        INSERT INTO topic_member (topic, member, data)
        SELECT '%1$s', 'e:' || lpad(n::text, 6, '0') || '.%1$s@plaza.example', '{"name":"Ana"}'
          FROM generate_series(1, %2$d) n\
        """
            .formatted(topic, mails));
    long before = sink.messages();
    long began = System.nanoTime();
    require(
        post(
            "/notify",
            "{\"template\":\"bench.mail\",\"channels\":[\"email\"],\"topic\":\"%s\",\"data\":{\"name\":\"x\"}}"
                .formatted(topic)));
    var waits = new ArrayList<Double>();
    long urgent = 0;
    while (sink.messages() - before - urgent < mails) {
      if (System.nanoTime() - began > PATIENCE.toNanos()) {
        throw new IllegalStateException("only " + (sink.messages() - before) + " of " + mails);
      }
      waits.add(urgent());
      urgent++;
      Thread.sleep(100);
    }
    double seconds = (System.nanoTime() - began) / 1e9;
    if (waits.size() > 20) {
      Collections.sort(waits);
      System.out.printf(
          "critical beside the campaign      p50 %.0f ms  p99 %.0f ms  max %.0f ms  (%d)%n",
          waits.get(waits.size() / 2),
          waits.get(waits.size() * 99 / 100),
          waits.getLast(),
          waits.size());
    }
    return seconds;
  }

  /// Milliseconds from the request to the sink.
  private double urgent() throws InterruptedException {
    String to = "urgent-" + UUID.randomUUID() + "@plaza.example";
    long began = System.nanoTime();
    require(
        post(
            "/notify",
            "{\"template\":\"bench.urgent\",\"data\":{\"name\":\"x\"},\"recipients\":[{\"email\":\"%s\"}]}"
                .formatted(to)));
    Long at = sink.at(to);
    while (at == null) {
      if (System.nanoTime() - began > PATIENCE.toNanos()) {
        throw new IllegalStateException("a critical message did not come");
      }
      Thread.sleep(2);
      at = sink.at(to);
    }
    return (at - began) / 1e6;
  }

  private void template(String key, String category) {
    String content =
        "{\"category\":\"%s\",\"variables\":{\"name\":{\"required\":false}},\"content\":{\"en\":{\"email\":{\"subject\":\"Hello {{name}}\",\"text\":\"%s\",\"html\":\"%s\"}}}}"
            .formatted(category, TEXT.replace("\n", "\\n"), HTML);
    require(call("PUT", "/templates/" + key, content));
    require(post("/templates/" + key + "/publish", "{\"version\":1}"));
  }

  private static void require(int status) {
    if (status >= 300) {
      throw new IllegalStateException("answered " + status);
    }
  }

  private int post(String path, String body) {
    return call("POST", path, body);
  }

  private int call(String method, String path, String body) {
    var request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
            .timeout(Duration.ofSeconds(30))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", UUID.randomUUID().toString())
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .build();
    try {
      return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private void awaitReady() throws InterruptedException {
    long began = System.nanoTime();
    while (System.nanoTime() - began < Duration.ofMinutes(3).toNanos()) {
      try {
        if (call("GET", "/actuator/health/readiness", "") == 200) {
          return;
        }
      } catch (java.io.UncheckedIOException _) {
        // not yet
      }
      Thread.sleep(200);
    }
    throw new IllegalStateException("the service did not start");
  }

  private void execute(String database, String sql) throws SQLException {
    var urls = servers.urls();
    try (var connection =
            DriverManager.getConnection(urls.jdbc(database), urls.user(), urls.password());
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static double cpu(Process process) {
    return process.info().totalCpuDuration().orElse(Duration.ZERO).toMillis() / 1000.0;
  }

  /// As the launcher starts it: its jar and the class path that its build wrote.
  private Process start(Path folder) throws IOException {
    Path target = Path.of("notify-service", "target");
    String libraries = Files.readString(target.resolve("classpath.txt")).strip();
    var urls = servers.urls();
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-Xmx512m", "-cp"));
    command.add(target.resolve("classes") + java.io.File.pathSeparator + libraries);
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
    command.add("--notify.providers.smtp.port=" + sink.port());
    command.add("--notify.providers.smtp.tls=none");
    command.add("--notify.providers.smtp.connections=" + CONNECTIONS);
    command.add("--notify.providers.smtp.messages-per-connection=10000");
    command.add("--notify.categories.plain.dedupe=1h");
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("service.log").toFile())
        .start();
  }
}
