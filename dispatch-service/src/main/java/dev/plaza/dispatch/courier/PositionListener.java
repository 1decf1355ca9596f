package dev.plaza.dispatch.courier;

import dev.plaza.contracts.Topics;
import dev.plaza.contracts.tracking.PositionEvent;
import dev.plaza.platform.events.InboundEvents;
import dev.plaza.platform.events.PoisonRecord;
import java.util.List;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.listener.BatchListenerFailedException;
import org.springframework.stereotype.Component;

/// Takes positions in, a batch at a time. Harmless when repeated, so it needs no inbox.
@Component
class PositionListener {

  private final InboundEvents inbound;
  private final PositionStore positions;

  PositionListener(InboundEvents inbound, PositionStore positions) {
    this.inbound = inbound;
    this.positions = positions;
  }

  @KafkaListener(
      id = "dispatch.positions",
      idIsGroup = false,
      groupId = "${spring.kafka.consumer.group-id}.positions",
      topics = Topics.TRACKING_POSITION,
      batch = "true")
  void take(List<ConsumerRecord<String, byte[]>> records) {
    var newest = new TreeMap<String, PositionEvent>();
    for (int i = 0; i < records.size(); i++) {
      try {
        var record = records.get(i);
        if (inbound.type(record).equals(PositionEvent.RECORDED)) {
          var position = inbound.read(record, PositionEvent.class);
          newest.merge(position.courierId(), position, PositionListener::newer);
        }
      } catch (PoisonRecord e) {
        positions.keep(newest.values());
        throw new BatchListenerFailedException("unreadable position", e, i);
      }
    }
    positions.keep(newest.values());
  }

  private static PositionEvent newer(PositionEvent a, PositionEvent b) {
    return a.ts().isAfter(b.ts()) ? a : b;
  }
}
