package dev.plaza.notify.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.plaza.infra.TestInfra;
import dev.plaza.platform.Ids;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/// Two instances as processes, a campaign, and `kill -9` again and again while messages are under
/// way: every recipient exactly once where the provider's answer was known, at most once where it
/// was not, none lost.
///
/// `-Dnotify.crash.recipients=100000 -Dnotify.crash.kills=10` for the large run.
class CrashIT {

  private static final int RECIPIENTS = Integer.getInteger("notify.crash.recipients", 10_000);
  private static final int IN_FLIGHT = 128;
  private static final int KILLS = Integer.getInteger("notify.crash.kills", 4);

  private final Map<String, AtomicInteger> received = new ConcurrentHashMap<>();
  private final AtomicInteger total = new AtomicInteger();
  private volatile int gate;
  private final List<Process> instances = new ArrayList<>();
  private final String database = TestInfra.freshDatabase("plaza_notify");
  private final JdbcClient jdbc =
      JdbcClient.create(
          new DriverManagerDataSource(
              TestInfra.urls().jdbc(database),
              TestInfra.urls().user(),
              TestInfra.urls().password()));

  @AfterEach
  void stop() {
    instances.forEach(Process::destroyForcibly);
  }

  @Test
  void killingInstancesNeitherDoublesNorLoses() throws Exception {
    var sink = sink();
    Path log = Files.createTempFile("notify-crash", ".log");
    String uri = "http://localhost:" + sink.getAddress().getPort() + "/";
    gate = share(1);
    instances.add(start(uri, log));
    awaitReady(log, 1);
    campaign();
    instances.add(start(uri, log));
    int started = 2;
    for (int kill = 1; kill <= KILLS; kill++) {
      int reached = share(kill);
      await().atMost(Duration.ofSeconds(120)).until(() -> total.get() >= reached);
      awaitReady(log, started);
      Process victim = instances.removeFirst();
      victim.destroyForcibly().waitFor();
      gate = share(kill + 1);
      instances.add(start(uri, log));
      started++;
    }
    gate = Integer.MAX_VALUE;
    await()
        .atMost(Duration.ofSeconds(300))
        .pollInterval(Duration.ofMillis(500))
        .until(() -> count("state IN ('QUEUED', 'CLAIMED')") == 0 && fannedOut());
    verify();
    sink.stop(0);
    Files.delete(log);
  }

  private static int share(int kill) {
    return (int) ((long) RECIPIENTS * kill / (KILLS + 1));
  }

  private boolean fannedOut() {
    return jdbc.sql("SELECT count(*) FROM job WHERE status = 'FANNING_OUT'")
            .query(Integer.class)
            .single()
        == 0;
  }

  private void verify() {
    assertThat(count("true")).as("none lost").isEqualTo(RECIPIENTS);
    assertThat(received.values()).as("none doubled").allMatch(it -> it.get() == 1);
    var states =
        jdbc.sql("SELECT substr(recipient, 3) AS address, state FROM delivery")
            .query((row, _) -> Map.entry(row.getString("address"), row.getString("state")))
            .list();
    int unknown = 0;
    for (var it : states) {
      if (it.getValue().equals("SENT")) {
        assertThat(received).containsKey(it.getKey());
      } else {
        assertThat(it.getValue()).isEqualTo("UNKNOWN");
        unknown++;
      }
    }
    System.out.printf(
        "crash: %d recipients, %d kills, %d received, %d without a known answer%n",
        RECIPIENTS, KILLS, received.size(), unknown);
    assertThat(unknown).isLessThanOrEqualTo(KILLS * IN_FLIGHT);
  }

  private int count(String where) {
    return jdbc.sql("SELECT count(*) FROM delivery WHERE " + where).query(Integer.class).single();
  }

  /// Holds answers back at the gate, so that every kill hits messages under way: half of them
  /// already counted, half not yet.
  private HttpServer sink() throws IOException {
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          var address =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          boolean early = address.hashCode() % 2 == 0;
          if (!early) {
            pass();
          }
          received.computeIfAbsent(address, _ -> new AtomicInteger()).incrementAndGet();
          total.incrementAndGet();
          if (early) {
            pass();
          }
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.start();
    return server;
  }

  private void pass() {
    while (total.get() > gate) {
      LockSupport.parkNanos(5_000_000);
    }
  }

  private void campaign() {
    jdbc.sql(
            """
            INSERT INTO topic_member (topic, member)
            SELECT 'all', 'e:' || lpad(n::text, 6, '0') || '@plaza.example'
              FROM generate_series(1, ?) n
            """)
        .param(RECIPIENTS)
        .update();
    jdbc.sql(
            """
            INSERT INTO template (key, version, category, variables, content, created_by, created_at)
            VALUES ('crash', 1, 'account', '{}',
                    '{"en":{"email":{"subject":"Hi","text":"x"}}}', 'test', now())
            """)
        .update();
    jdbc.sql(
            """
            INSERT INTO job (id, caller, template, version, category, priority, channels, data,
                topics, exclude, status, send_at, expires_at, campaign, created_at)
            VALUES (?::uuid, 'test', 'crash', 1, 'account', 2, '{email}', '{}', '{all}', '{}',
                    'FANNING_OUT', now(), now() + interval '1 day', true, now())
            """)
        .param(Ids.next())
        .update();
  }

  private static void awaitReady(Path log, int times) {
    await()
        .atMost(Duration.ofSeconds(120))
        .until(() -> Files.readString(log).split("\nREADY", -1).length - 1 >= times);
  }

  private Process start(String sink, Path log) throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m", "-Xshare:auto", "-cp"));
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    command.add(CrashMain.class.getName());
    command.add("--sink=" + sink);
    command.add("--spring.datasource.url=" + TestInfra.urls().jdbc(database));
    command.add("--spring.datasource.username=" + TestInfra.urls().user());
    command.add("--spring.datasource.password=" + TestInfra.urls().password());
    command.add("--spring.kafka.bootstrap-servers=" + TestInfra.urls().kafka());
    command.add("--spring.data.redis.url=" + TestInfra.urls().redis());
    command.add("--plaza.paging.secret=of-tests-only");
    command.add("--notify.unsubscribe.secret=of-tests-only");
    command.add("--server.port=0");
    command.add("--spring.kafka.listener.auto-startup=false");
    command.add("--notify.delivery.lease=20s");
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
        .start();
  }
}
