package dev.plaza.tracking.track;

import dev.plaza.contracts.Topics;
import dev.plaza.contracts.dispatch.AssignmentEvent;
import dev.plaza.contracts.order.OrderEvent;
import dev.plaza.platform.events.InboundEvents;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;

/// Learns of orders and their ETA. No inbox is needed: an event that was seen has no news, by its
/// version.
@Component
class OrderListener {

  private final InboundEvents events;
  private final TrackedOrders orders;
  private final Feeds feeds;
  private final ApplicationEventPublisher publisher;

  OrderListener(
      InboundEvents events,
      TrackedOrders orders,
      Feeds feeds,
      ApplicationEventPublisher publisher) {
    this.events = events;
    this.orders = orders;
    this.feeds = feeds;
    this.publisher = publisher;
  }

  @KafkaListener(id = "tracking.order", topics = Topics.ORDER_ORDER, idIsGroup = false)
  void onOrder(ConsumerRecord<String, byte[]> record) {
    String type = events.type(record);
    OrderEvent event = events.read(record, OrderEvent.class);
    orders
        .apply(event, type)
        .ifPresent(
            change -> {
              feeds.status(change.after());
              boolean wasUnderWay = change.before() == null || !change.before().hasEnded();
              if (type.equals(OrderEvent.DELIVERED) && wasUnderWay) {
                publisher.publishEvent(new RideDelivered(change.after()));
              }
            });
  }

  @KafkaListener(id = "tracking.assignment", topics = Topics.DISPATCH_ASSIGNMENT, idIsGroup = false)
  void onAssignment(ConsumerRecord<String, byte[]> record) {
    AssignmentEvent event = events.read(record, AssignmentEvent.class);
    if (orders.apply(event)) {
      orders
          .find(event.orderId())
          .ifPresent(order -> orders.eta(order.orderId()).ifPresent(it -> feeds.eta(order, it)));
    }
  }
}
