package dev.plaza.order.risk;

import dev.plaza.contracts.Topics;
import dev.plaza.contracts.tracking.AnomalyEvent;
import dev.plaza.platform.events.InboundEvents;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;

/// What tracking finds strange about rides. The event's id keeps one that comes twice from counting
/// twice.
@Component
class AnomalyListener {

  private final InboundEvents events;
  private final RiskMemory memory;

  AnomalyListener(InboundEvents events, RiskMemory memory) {
    this.events = events;
    this.memory = memory;
  }

  @KafkaListener(id = "order.anomalies", topics = Topics.TRACKING_ANOMALY, idIsGroup = false)
  void on(ConsumerRecord<String, byte[]> record) {
    if (events.type(record).equals(AnomalyEvent.DETECTED)) {
      var event = events.read(record, AnomalyEvent.class);
      memory.strange(
          events.id(record), event.courierId(), event.orderId(), event.kind(), event.at());
    }
  }
}
