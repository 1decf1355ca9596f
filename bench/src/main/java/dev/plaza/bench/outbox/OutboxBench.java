package dev.plaza.bench.outbox;

import dev.plaza.infra.TestInfra;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/// The own outbox beside namastack-outbox, same database, same broker, same run: events per second
/// from the first append to the last one in Kafka, CPU seconds of the contender, order per key,
/// and what a `kill -9` in the middle costs (silence, duplicates, losses).
///
/// Run: `./plaza bench outbox [events]`
public final class OutboxBench {

  private static final Duration DEADLINE = Duration.ofMinutes(1);

  private final String contender;
  private final String topic;
  private final String database;
  private final KafkaConsumer<String, byte[]> consumer;
  private final Map<String, Long> last = new HashMap<>();
  private long received;
  private long duplicates;
  private long gaps;

  private OutboxBench(String contender) throws Exception {
    this.contender = contender;
    this.topic = "bench." + contender + "." + System.nanoTime();
    this.database = TestInfra.freshDatabase("bench_" + contender);
    var config = new Properties();
    config.put("bootstrap.servers", TestInfra.urls().kafka());
    config.put("group.id", topic);
    config.put("auto.offset.reset", "earliest");
    try (Admin admin = Admin.create(config)) {
      admin.createTopics(List.of(new NewTopic(topic, 3, (short) 1))).all().get();
    }
    this.consumer =
        new KafkaConsumer<>(config, new StringDeserializer(), new ByteArrayDeserializer());
    consumer.subscribe(List.of(topic));
  }

  public static void main(String[] args) throws Exception {
    int events = args.length > 0 ? Integer.parseInt(args[0]) : 20_000;
    for (String contender : List.of("own", "namastack", "own", "namastack")) {
      var bench = new OutboxBench(contender);
      bench.run(events);
      bench.consumer.close();
    }
    System.exit(0);
  }

  private void run(int events) throws IOException, InterruptedException {
    Process relay = start(events);
    long began = awaitFirst();
    drain(events);
    double seconds = (System.nanoTime() - began) / 1e9;
    double cpu = cpuSeconds(relay);
    System.out.printf(
        "%-10s %6d events  %7.0f events/s  %5.1f CPU-s  gaps %d  duplicates %d%n",
        contender, received, events / seconds, cpu, gaps, duplicates);
    relay.destroyForcibly().waitFor();
    kill(events);
  }

  /// Kills the relay when half of a second batch has arrived, starts another, counts.
  private void kill(int events) throws IOException, InterruptedException {
    long target = received + events;
    Process first = start(events);
    drainWhileWriting(first, received + events / 2L);
    first.destroyForcibly().waitFor();
    long killed = System.nanoTime();
    settle();
    long before = received;
    Process second = start(0);
    long written = written();
    while (received == before && System.nanoTime() - killed < DEADLINE.toNanos()) {
      poll();
    }
    double silence = (System.nanoTime() - killed) / 1e9;
    long deadline = System.nanoTime() + DEADLINE.toNanos();
    while (distinct() < written && System.nanoTime() < deadline) {
      poll();
    }
    System.out.printf(
        "%-10s kill -9: silent %.1f s (start of the JVM included)  lost %d  duplicates %d  gaps"
            + " %d  (of %d)%n",
        contender, silence, written - distinct(), duplicates, gaps, target);
    second.destroyForcibly().waitFor();
  }

  /// Reads what had reached Kafka before the kill.
  private void settle() {
    long seen;
    do {
      seen = received;
      for (int i = 0; i < 25; i++) {
        poll();
      }
    } while (received > seen);
  }

  private long written() {
    long sum = 0;
    try (var connection =
            java.sql.DriverManager.getConnection(
                TestInfra.urls().jdbc(database),
                TestInfra.urls().user(),
                TestInfra.urls().password());
        var statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT sum(n) FROM counter")) {
      rows.next();
      sum = rows.getLong(1);
    } catch (java.sql.SQLException e) {
      throw new IllegalStateException(e);
    }
    return sum;
  }

  private long distinct() {
    return last.values().stream().mapToLong(Long::longValue).sum();
  }

  private long awaitFirst() {
    long deadline = System.nanoTime() + DEADLINE.toNanos();
    while (received == 0 && System.nanoTime() < deadline) {
      poll();
    }
    return System.nanoTime();
  }

  private void drain(long events) {
    long deadline = System.nanoTime() + DEADLINE.toNanos();
    while (distinct() < events && System.nanoTime() < deadline) {
      poll();
    }
  }

  private void drainWhileWriting(Process relay, long until) {
    long deadline = System.nanoTime() + DEADLINE.toNanos();
    while (received < until && relay.isAlive() && System.nanoTime() < deadline) {
      poll();
    }
  }

  private void poll() {
    consumer
        .poll(Duration.ofMillis(20))
        .forEach(
            it -> {
              received++;
              String text = new String(it.value(), java.nio.charset.StandardCharsets.UTF_8);
              long n = Long.parseLong(text.replaceAll(".*\"n\":(\\d+).*", "$1"));
              long known = last.getOrDefault(it.key(), 0L);
              if (n <= known) {
                duplicates++;
              } else {
                gaps += n == known + 1 ? 0 : 1;
                last.put(it.key(), n);
              }
            });
  }

  private Process start(int events) throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-Xmx512m", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.add(RelayMain.class.getName());
    command.addAll(List.of(contender, topic, String.valueOf(events)));
    command.add("--spring.datasource.url=" + TestInfra.urls().jdbc(database));
    command.add("--spring.datasource.username=" + TestInfra.urls().user());
    command.add("--spring.datasource.password=" + TestInfra.urls().password());
    command.add("--spring.kafka.bootstrap-servers=" + TestInfra.urls().kafka());
    command.add("--plaza.paging.secret=of-the-bench");
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(Path.of(System.getProperty("java.io.tmpdir"), topic + ".log").toFile())
        .start();
  }

  private static double cpuSeconds(Process process) {
    return process.info().totalCpuDuration().orElse(Duration.ZERO).toMillis() / 1000.0;
  }
}
