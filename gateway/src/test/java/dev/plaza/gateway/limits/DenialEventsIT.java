package dev.plaza.gateway.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.plaza.contracts.Topics;
import dev.plaza.contracts.gateway.DecisionEvent;
import dev.plaza.gateway.RedisUnderTest;
import dev.plaza.gateway.RunningGateway;
import dev.plaza.gateway.StubPart;
import dev.plaza.infra.EmbeddedOptions;
import dev.plaza.infra.KafkaServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Refusals of a running gateway, read from a real Kafka as any consumer would.
class DenialEventsIT {

  private static final int BURST = 5;
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @TempDir private Path folder;

  private RunningGateway gateway(String kafka, RedisUnderTest redis, StubPart order) {
    return RunningGateway.start(
        "--spring.profiles.active=sandbox",
        "--spring.kafka.bootstrap-servers=" + kafka,
        "--spring.data.redis.url=" + redis.url(),
        "--plaza.gateway.routes.order=" + order.url(),
        "--plaza.limits.multiplier=1",
        "--plaza.limits.events.every=200ms",
        "--plaza.limits.policies.few.match.route=order",
        "--plaza.limits.policies.few.rate=1",
        "--plaza.limits.policies.few.per=1h",
        "--plaza.limits.policies.few.burst=" + BURST);
  }

  private static KafkaConsumer<String, byte[]> consumer(String kafka) {
    return new KafkaConsumer<>(
        Map.of("bootstrap.servers", kafka, "group.id", "reader", "auto.offset.reset", "earliest"),
        new StringDeserializer(),
        new ByteArrayDeserializer());
  }

  private static JsonNode value(ConsumerRecord<String, byte[]> record) {
    return JSON.readTree(record.value());
  }

  private static long told(List<ConsumerRecord<String, byte[]>> records) {
    return records.stream().mapToLong(it -> value(it).at("/denials").asLong()).sum();
  }

  private static String header(ConsumerRecord<String, byte[]> record, String name) {
    return new String(record.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
  }

  private static int refusedOf(RunningGateway gateway, int requests) {
    int refused = 0;
    for (int i = 0; i < requests; i++) {
      refused += RunningGateway.send(gateway.authorized("/orders")).statusCode() == 429 ? 1 : 0;
    }
    return refused;
  }

  @Test
  void tellsEveryRefusalInAFewSamples() throws Exception {
    try (var kafka = KafkaServer.start(EmbeddedOptions.forTests(folder, folder));
        var redis = RedisUnderTest.started();
        var order = new StubPart("order");
        var gateway = gateway(kafka.bootstrapServers(), redis, order);
        var consumer = consumer(kafka.bootstrapServers())) {
      try (var admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
        admin
            .createTopics(List.of(new NewTopic(Topics.GATEWAY_DECISION, 1, (short) 1)))
            .all()
            .get();
      }
      consumer.subscribe(List.of(Topics.GATEWAY_DECISION));
      int refused = refusedOf(gateway, 40);
      assertThat(refused).isBetween(30, 40 - BURST);

      var records = new ArrayList<ConsumerRecord<String, byte[]>>();
      int last = refused;
      long deadline = System.nanoTime() + SOON.toNanos();
      // A sample stands for all refusals since the one before it: the next tells the rest.
      while (told(records) < last && System.nanoTime() - deadline < 0) {
        consumer.poll(Duration.ofMillis(300)).forEach(records::add);
        if (told(records) < last) {
          refused += refusedOf(gateway, 1);
        }
      }

      assertThat(told(records)).isBetween((long) last, (long) refused);
      assertThat(records.size()).as("samples").isLessThan(refused);
      assertThat(records).allSatisfy(DenialEventsIT::isWellFormed);
    }
  }

  private static void isWellFormed(ConsumerRecord<String, byte[]> record) {
    assertThat(record.key()).isEqualTo("few");
    assertThat(header(record, "ce_type")).isEqualTo(DecisionEvent.DENIED);
    assertThat(header(record, "ce_source")).isEqualTo("gateway");
    assertThat(UUID.fromString(header(record, "ce_id"))).isNotNull();
    JsonNode event = value(record);
    assertThat(event.at("/policy").asString()).isEqualTo("few");
    assertThat(event.at("/method").asString()).isEqualTo("GET");
    assertThat(event.at("/outcome").asString()).isEqualTo("denied");
    assertThat(new String(record.value(), StandardCharsets.UTF_8))
        .as("who it was is told as a hash")
        .doesNotContain("alice", "127.0.0.1");
  }

  /// Nobody waits for a Kafka that is not there, and nobody notices.
  @Test
  void answersAsFastWithoutKafka() {
    try (var redis = RedisUnderTest.started();
        var order = new StubPart("order");
        var gateway = gateway("localhost:1", redis, order)) {
      refusedOf(gateway, BURST + 1);
      long began = System.nanoTime();

      assertThat(refusedOf(gateway, 50)).isEqualTo(50);

      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(10));
      await()
          .atMost(SOON)
          .untilAsserted(
              () ->
                  assertThat(RunningGateway.send(gateway.request("/actuator/prometheus")).body())
                      .containsPattern(
                          "plaza_gateway_limits_events_total\\{.*outcome=\"lost\".*} [1-9]"));
    }
  }
}
