package dev.plaza.dispatch.job;

import dev.plaza.contracts.Topics;
import dev.plaza.contracts.order.OrderEvent;
import dev.plaza.platform.events.InboundEvents;
import dev.plaza.platform.inbox.Inbox;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

@Component
class JobListener {

  private static final String CONSUMER = "dispatch.job";

  private final InboundEvents inbound;
  private final Inbox inbox;
  private final JobIntake intake;
  private final TransactionTemplate transaction;

  JobListener(
      InboundEvents inbound, Inbox inbox, JobIntake intake, TransactionTemplate transaction) {
    this.inbound = inbound;
    this.inbox = inbox;
    this.intake = intake;
    this.transaction = transaction;
  }

  @KafkaListener(id = "dispatch.orders", idIsGroup = false, topics = Topics.ORDER_ORDER)
  void take(ConsumerRecord<String, byte[]> record) {
    var type = inbound.type(record);
    if (!JobIntake.concerns(type)) {
      return;
    }
    var order = inbound.read(record, OrderEvent.class);
    transaction.executeWithoutResult(
        _ -> {
          if (inbox.firstTime(CONSUMER, inbound.id(record))) {
            intake.take(type, order);
          }
        });
  }
}
