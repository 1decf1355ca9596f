package dev.plaza.order.checkout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.plaza.contracts.Topics;
import dev.plaza.contracts.order.OrderEvent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What others hear of an order: in order, once, and shaped like the golden samples.
@OnCheckoutServers
class EventsIT {

  @Autowired private Walk walk;
  @Autowired private JsonMapper json;

  @Value("${spring.kafka.bootstrap-servers}")
  private String kafka;

  private record Heard(String type, JsonNode event) {}

  @Test
  void aWholeOrderIsToldInOrder() throws IOException {
    var id = walk.captured(walk.customer("alice"), walk.shop(), "carl");

    var heard = hear(id, OrderEvent.CAPTURED);

    assertThat(heard)
        .extracting(Heard::type)
        .containsExactly(
            OrderEvent.PLACED,
            OrderEvent.AUTHORIZED,
            OrderEvent.ACCEPTED,
            OrderEvent.DISPATCH_REQUESTED,
            OrderEvent.COURIER_ASSIGNED,
            OrderEvent.PICKED_UP,
            OrderEvent.DELIVERED,
            OrderEvent.CAPTURED);
    assertThat(heard)
        .extracting(it -> it.event().path("status").asString())
        .containsExactly(
            "PENDING",
            "AWAITING_RESTAURANT",
            "PREPARING",
            "DISPATCHING",
            "COURIER_ASSIGNED",
            "COURIER_EN_ROUTE",
            "DELIVERED",
            "CAPTURED");
    assertThat(heard)
        .extracting(it -> it.event().path("version").asLong())
        .isSorted()
        .doesNotHaveDuplicates();
    for (var it : heard) {
      assertThat(members(it.event())).as(it.type()).isEqualTo(members(sample(it.type())));
      assertThat(it.event().toString()).doesNotContain("Prater").doesNotContain("pm_card");
    }
  }

  @Test
  void theEndIsToldBeforeTheMoneyIsBack() {
    var shop = walk.shop();
    var id = walk.ordered(walk.customer("alice"), shop, "pm_card_visa", "AWAITING_RESTAURANT");
    Walk.ok(walk.staff(shop).post(Walk.path(id, "reject"), "{\"reason\":\"too busy\"}"));

    var last = hear(id, OrderEvent.REJECTED).getLast().event();

    assertThat(last.path("status").asString()).isEqualTo("REJECTED");
    assertThat(last.path("reason").asString()).isEqualTo("TOO_BUSY");
  }

  private JsonNode sample(String type) throws IOException {
    try (var in = getClass().getResourceAsStream("/samples/" + type + ".json")) {
      return json.readTree(Objects.requireNonNull(in, type).readAllBytes());
    }
  }

  private static Set<String> members(JsonNode event) {
    return Set.copyOf(event.propertyNames());
  }

  private List<Heard> hear(String orderId, String until) {
    Map<String, Object> properties =
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
            kafka,
            ConsumerConfig.GROUP_ID_CONFIG,
            UUID.randomUUID().toString(),
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
            "earliest");
    var heard = new ArrayList<Heard>();
    try (var consumer =
        new KafkaConsumer<>(properties, new StringDeserializer(), new ByteArrayDeserializer())) {
      consumer.subscribe(List.of(Topics.ORDER_ORDER));
      await()
          .atMost(Duration.ofSeconds(30))
          .until(
              () -> {
                consumer
                    .poll(Duration.ofMillis(200))
                    .forEach(
                        it -> {
                          if (orderId.equals(it.key())) {
                            heard.add(new Heard(type(it), json.readTree(it.value())));
                          }
                        });
                return heard.stream().anyMatch(it -> it.type().equals(until));
              });
    }
    return heard;
  }

  private static String type(ConsumerRecord<String, byte[]> record) {
    return new String(record.headers().lastHeader("ce_type").value(), StandardCharsets.UTF_8);
  }
}
