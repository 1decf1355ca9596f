package dev.plaza.order.pricing;

import dev.plaza.contracts.Topics;
import dev.plaza.contracts.dispatch.SurgeEvent;
import dev.plaza.platform.events.InboundEvents;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;

/// Hears of surge. Only what is newer is kept, so repeated and late records are harmless.
@Component
class SurgeListener {

  private final Surges surges;
  private final InboundEvents events;

  SurgeListener(Surges surges, InboundEvents events) {
    this.surges = surges;
    this.events = events;
  }

  @KafkaListener(id = "order.surge", topics = Topics.DISPATCH_SURGE, idIsGroup = false)
  void surge(ConsumerRecord<String, byte[]> record) {
    if (events.type(record).equals(SurgeEvent.CHANGED)) {
      surges.keep(events.read(record, SurgeEvent.class));
    }
  }
}
