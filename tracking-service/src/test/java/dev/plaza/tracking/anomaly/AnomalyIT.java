package dev.plaza.tracking.anomaly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.plaza.contracts.Topics;
import dev.plaza.contracts.tracking.AnomalyEvent;
import dev.plaza.infra.TestInfra;
import dev.plaza.tracking.TrackingServers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;

class AnomalyIT extends TrackingServers {

  @Test
  void tellsOfTeleportsAndDeliveriesElsewhere() {
    String courier = courierId();
    Order order = new Order().placed().assigned(courier).pickedUp().known();
    Instant now = now().minusSeconds(40);

    ride(courier, ping(48.21, 16.37, now), ping(48.2101, 16.37, now.plusSeconds(5)));
    ride(courier, ping(48.41, 16.37, now.plusSeconds(10)));
    order.delivered();

    List<AnomalyEvent> told = told(courier, 3);
    assertThat(told)
        .extracting(AnomalyEvent::kind)
        .containsExactlyInAnyOrder("teleport", "detour", "delivered_elsewhere");
    assertThat(told)
        .filteredOn(it -> it.kind().equals("delivered_elsewhere"))
        .allSatisfy(
            it -> {
              assertThat(it.orderId()).isEqualTo(order.id);
              assertThat(it.value()).isGreaterThan(20_000);
            });
  }

  private List<AnomalyEvent> told(String courier, int count) {
    Map<String, Object> settings =
        Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, TestInfra.urls().kafka());
    var found = new ArrayList<AnomalyEvent>();
    try (var consumer =
        new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer())) {
      var all =
          consumer.partitionsFor(Topics.TRACKING_ANOMALY).stream()
              .map(it -> new TopicPartition(it.topic(), it.partition()))
              .toList();
      consumer.assign(all);
      consumer.seekToBeginning(all);
      await()
          .atMost(SOON)
          .until(
              () -> {
                for (ConsumerRecord<String, byte[]> it : consumer.poll(Duration.ofMillis(300))) {
                  if (it.key().equals(courier)) {
                    found.add(json.readValue(it.value(), AnomalyEvent.class));
                  }
                }
                return found.size() >= count;
              });
    }
    return found;
  }
}
