package dev.plaza.notify.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.plaza.contracts.Topics;
import dev.plaza.infra.TestInfra;
import dev.plaza.notify.FakeProvider;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;

/// A provider that fails: others take over, and everybody is told.
class FailoverIT extends OutcomeServers {

  /// A provider that is down fails over at once, is shut out, is probed, and comes back gradually.
  @Test
  void aDeadProviderFailsOverAndComesBackGradually() {
    String template = template("plain", "x");
    mailA.answer = OutcomeServers::down;
    long began = System.nanoTime();
    var addresses = new ArrayList<String>();
    for (int i = 0; i < 60; i++) {
      addresses.add(someone());
      toEmail(template, addresses.getLast());
    }

    await().atMost(SOON).until(() -> mailB.sent.size() == 60);
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(15));
    addresses.forEach(it -> assertThat(mails(it)).hasSize(1));
    await().atMost(SOON).until(() -> breaker("mail-a"), it -> !it.equals("closed"));
    int before = mailA.calls();
    mailA.answer = FakeProvider::accept;
    // a probe is one message; then its share grows
    await()
        .atMost(SOON)
        .pollInterval(Duration.ofMillis(50))
        .until(
            () -> {
              toEmail(template, someone());
              return breaker("mail-a").equals("returning");
            });
    assertThat(mailA.calls() - before).isBetween(1, 3);
    await().atMost(SOON).until(() -> breaker("mail-a").equals("closed"));
    assertThat(breaker("mail-b")).isEqualTo("closed");
  }

  private String breaker(String id) {
    for (var it : get("/providers", ops()).body().get("items")) {
      if (it.get("id").asString().equals(id)) {
        return it.get("breaker").asString();
      }
    }
    throw new AssertionError(id);
  }

  /// 85: whoever falls back to another provider says so, each time: a metric and an event.
  @Test
  void everyFailoverIsToldByMetricAndEvent() {
    double before = failovers();
    mailA.answer = OutcomeServers::down;
    mailA.weight = 1_000_000;
    String template = template("plain", "x");

    var jobs = IntStream.range(0, 3).mapToObj(_ -> toEmail(template, someone())).toList();
    jobs.forEach(it -> awaitState(it, "sent", 1));

    assertThat(mailB.sent).hasSize(3);
    assertThat(failovers() - before).isEqualTo(3);
    for (String job : jobs) {
      assertThat(outcomes(job, "retry")).containsExactly("failover");
      assertThat(told(job)).containsExactly("notify.delivery.failed_over", "notify.delivery.sent");
    }
  }

  private double failovers() {
    return get("/actuator/prometheus", null)
        .http()
        .body()
        .lines()
        .filter(it -> it.startsWith("notify_failover_total{") && it.contains("\"mail-a\""))
        .mapToDouble(it -> Double.parseDouble(it.substring(it.lastIndexOf(' '))))
        .sum();
  }

  /// The types of the events about a job's only delivery, as Kafka has them.
  private List<String> told(String job) {
    String delivery = deliveries(job).getFirst().get("id").asString();
    var types = new ArrayList<String>();
    try (var consumer =
        new KafkaConsumer<>(
            Map.<String, Object>of("bootstrap.servers", TestInfra.urls().kafka()),
            new StringDeserializer(),
            new ByteArrayDeserializer())) {
      var partitions =
          consumer.partitionsFor(Topics.NOTIFY_DELIVERY).stream()
              .map(it -> new TopicPartition(it.topic(), it.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      await()
          .atMost(SOON)
          .until(
              () -> {
                for (var it : consumer.poll(Duration.ofMillis(200))) {
                  if (header(it, "ce_subject").equals(delivery)) {
                    types.add(header(it, "ce_type"));
                  }
                }
                return types.size() >= 2;
              });
    }
    return types;
  }

  private static String header(ConsumerRecord<?, ?> record, String name) {
    return new String(record.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
  }
}
