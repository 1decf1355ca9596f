package dev.plaza.tracking.position;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.plaza.contracts.Topics;
import dev.plaza.contracts.tracking.PositionEvent;
import dev.plaza.platform.Ids;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Map;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.annotation.Order;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.core.ProducerFactory;
import org.springframework.kafka.support.ProducerListener;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/// Tells the platform where couriers are, one event for each courier and write.
///
/// Straight to Kafka, not through the outbox: a position is worth nothing once the next one is
/// there, and an outbox row each would cost PostgreSQL more than the positions themselves. When
/// Kafka is away events are dropped and counted; the lane does not wait.
@Component
@Order(PositionPublisher.ORDER)
class PositionPublisher implements FixListener {

  static final int ORDER = 10;

  private static final Log LOG = LogFactory.getLog(PositionPublisher.class);
  private static final int WARM_UP_MAX = 100;

  private final KafkaTemplate<String, byte[]> kafka;
  private final JsonMapper json;
  private final String source;
  private final Counter published;
  private final Counter dropped;

  PositionPublisher(
      ProducerFactory<String, byte[]> producers,
      JsonMapper json,
      PositionProperties properties,
      MeterRegistry meters,
      @Value("${spring.application.name}") String application) {
    this.kafka =
        new KafkaTemplate<>(
            producers,
            Map.of(
                ProducerConfig.MAX_BLOCK_MS_CONFIG,
                properties.publishBlock().toMillis(),
                ProducerConfig.LINGER_MS_CONFIG,
                10,
                ProducerConfig.COMPRESSION_TYPE_CONFIG,
                "lz4"));
    // Its default logs an error with the payload for each event: a flood in every outage.
    kafka.setProducerListener(new ProducerListener<>() {});
    this.json = json;
    this.source = "/plaza/" + application;
    this.published = Counter.builder("plaza.tracking.positions.published").register(meters);
    this.dropped = Counter.builder("plaza.tracking.positions.dropped").register(meters);
  }

  /// The first event would be dropped while the producer asks for the topic.
  @EventListener
  void warmUp(ApplicationReadyEvent ready) {
    Thread.ofVirtual().name("position-publisher-warm-up").start(this::askForTopic);
  }

  private void askForTopic() {
    for (int i = 0; i < WARM_UP_MAX; i++) {
      try {
        kafka.partitionsFor(Topics.TRACKING_POSITION);
        return;
      } catch (KafkaException | org.springframework.kafka.KafkaException e) {
        LOG.debug("the topic of positions is not known yet", e);
      }
    }
  }

  @Override
  public void onFixes(List<CourierFixes> batch) {
    boolean away = false;
    for (CourierFixes fixes : batch) {
      if (!fixes.moved()) {
        continue;
      }
      if (away) {
        dropped.increment();
      } else {
        away = !send(fixes.newest());
      }
    }
  }

  /// @return whether Kafka took it, if only into the buffer
  private boolean send(Fix fix) {
    try {
      var _ =
          kafka
              .send(record(fix))
              .whenComplete((_, e) -> (e == null ? published : dropped).increment());
      return true;
    } catch (KafkaException | org.springframework.kafka.KafkaException _) {
      dropped.increment();
      return false;
    }
  }

  private ProducerRecord<String, byte[]> record(Fix fix) {
    var event =
        new PositionEvent(
            fix.courierId(),
            fix.location(),
            fix.accuracyM(),
            fix.speedMps(),
            fix.bearingDeg(),
            fix.ts(),
            fix.receivedAt());
    var record =
        new ProducerRecord<>(
            Topics.TRACKING_POSITION, fix.courierId(), json.writeValueAsBytes(event));
    header(record, "ce_specversion", "1.0");
    header(record, "ce_id", Ids.next());
    header(record, "ce_type", PositionEvent.RECORDED);
    header(record, "ce_source", source);
    header(record, "ce_subject", fix.courierId());
    header(record, "ce_time", fix.receivedAt().toString());
    header(record, "content-type", "application/json");
    return record;
  }

  private static void header(ProducerRecord<String, byte[]> record, String name, String value) {
    record.headers().add(name, value.getBytes(UTF_8));
  }
}
