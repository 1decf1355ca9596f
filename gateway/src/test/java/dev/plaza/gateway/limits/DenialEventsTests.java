package dev.plaza.gateway.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.plaza.contracts.Topics;
import dev.plaza.contracts.gateway.DecisionEvent;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class DenialEventsTests {

  private static final DecisionEvent SAMPLE =
      new DecisionEvent(
          "customers",
          "catalog",
          "GET",
          "denied",
          "q83vEjRWeJCrze8SNFZ4kA",
          128,
          Instant.parse("2026-03-14T11:58:30Z"));

  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

  static LimitsProperties properties(int queueMax) {
    return new LimitsProperties(
        true,
        Map.of(),
        1,
        Duration.ofMillis(5),
        Duration.ofMillis(5),
        100,
        64,
        List.of("tenant"),
        Duration.ofSeconds(1),
        10,
        Path.of("unused"),
        new LimitsProperties.Events(true, Duration.ofSeconds(1), queueMax, "secret", Map.of()));
  }

  private double count(String outcome) {
    return meters.get("plaza.gateway.limits.events").tag("outcome", outcome).counter().count();
  }

  private DenialEvents events(
      int queueMax, java.util.function.Supplier<Producer<String, byte[]>> by) {
    var properties = properties(queueMax);
    var producers =
        new DenialProducer("kafka:9092", properties) {
          @Override
          Producer<String, byte[]> create() {
            return by.get();
          }
        };
    return new DenialEvents(producers, properties, meters);
  }

  @Test
  void sendsWhatTheContractSays() throws IOException {
    var kafka = new MockProducer<>(true, null, new StringSerializer(), new ByteArraySerializer());
    var events = events(10, () -> kafka);

    events.offer(SAMPLE);

    await().atMost(Duration.ofSeconds(5)).until(() -> count("sent") == 1);
    ProducerRecord<String, byte[]> record = kafka.history().getFirst();
    assertThat(record.topic()).isEqualTo(Topics.GATEWAY_DECISION);
    assertThat(record.key()).isEqualTo("customers");
    assertThat(new String(record.headers().lastHeader("ce_type").value(), StandardCharsets.UTF_8))
        .isEqualTo(DecisionEvent.DENIED);
    assertThat(json(record.value())).isEqualTo(golden());
    events.destroy();
    assertThat(kafka.closed()).isTrue();
  }

  private static JsonNode json(byte[] bytes) {
    return JsonMapper.builder().build().readTree(bytes);
  }

  private static JsonNode golden() throws IOException {
    try (var in =
        DecisionEvent.class.getResourceAsStream("/samples/" + DecisionEvent.DENIED + ".json")) {
      return json(java.util.Objects.requireNonNull(in).readAllBytes());
    }
  }

  @Test
  void losesSamplesRatherThanWait() {
    var gate = new CountDownLatch(1);
    var events =
        events(
            2,
            () -> {
              try {
                gate.await();
              } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
              }
              throw new KafkaException("no such host");
            });

    long began = System.nanoTime();
    for (int i = 0; i < 100; i++) {
      events.offer(SAMPLE);
    }

    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(1));
    assertThat(count("lost")).isGreaterThanOrEqualTo(97);
    gate.countDown();
    await().atMost(Duration.ofSeconds(5)).until(() -> count("lost") == 100);
    events.destroy();
  }

  @Test
  void needsNoKafkaAtAll() {
    var properties = properties(10);
    var events = new DenialEvents(new DenialProducer("", properties), properties, meters);

    events.offer(SAMPLE);

    assertThat(count("lost")).isZero();
    events.destroy();
  }
}
