package dev.plaza.order.delivery;

import dev.plaza.contracts.Topics;
import dev.plaza.contracts.dispatch.AssignmentEvent;
import dev.plaza.order.checkout.CheckoutRunner;
import dev.plaza.order.order.OrderStore;
import dev.plaza.order.saga.CheckoutSignal;
import dev.plaza.order.saga.CheckoutSignal.CourierAssigned;
import dev.plaza.order.saga.CheckoutSignal.CourierLost;
import dev.plaza.order.saga.CheckoutSignal.CourierUnassigned;
import dev.plaza.order.saga.CheckoutSignal.DispatchFailed;
import dev.plaza.order.saga.CheckoutSignal.EtaUpdated;
import dev.plaza.order.saga.Journey;
import dev.plaza.platform.events.InboundEvents;
import dev.plaza.platform.inbox.Inbox;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;

/// Dispatch's decisions as signals.
@Component
class AssignmentListener {

  private static final String CONSUMER = "order.dispatch";

  private final InboundEvents events;
  private final Inbox inbox;
  private final OrderStore orders;
  private final CheckoutRunner checkouts;

  AssignmentListener(
      InboundEvents events, Inbox inbox, OrderStore orders, CheckoutRunner checkouts) {
    this.events = events;
    this.inbox = inbox;
    this.orders = orders;
    this.checkouts = checkouts;
  }

  @KafkaListener(id = CONSUMER, topics = Topics.DISPATCH_ASSIGNMENT, idIsGroup = false)
  void on(ConsumerRecord<String, byte[]> record) {
    String type = events.type(record);
    if (type.equals(AssignmentEvent.OFFERED)) {
      return;
    }
    var event = events.read(record, AssignmentEvent.class);
    var signal = signal(type, event);
    if (signal.isPresent() && orders.find(event.orderId()).isPresent()) {
      String id = events.id(record);
      checkouts.signal(event.orderId(), List.of(signal.get()), () -> inbox.firstTime(CONSUMER, id));
    }
  }

  static Optional<CheckoutSignal> signal(String type, AssignmentEvent event) {
    String reason = event.reason() == null ? "unknown" : event.reason();
    return Optional.ofNullable(
        switch (type) {
          case AssignmentEvent.ASSIGNED -> assigned(event);
          case AssignmentEvent.UNASSIGNED -> new CourierUnassigned(event.seq(), reason);
          case AssignmentEvent.FAILED -> new DispatchFailed(event.seq(), reason);
          case AssignmentEvent.LOST -> new CourierLost(event.seq(), reason);
          case AssignmentEvent.ETA_UPDATED -> {
            var eta = eta(event);
            yield eta == null ? null : new EtaUpdated(event.seq(), eta);
          }
          // A type of a later minor version.
          default -> null;
        });
  }

  private static @Nullable CheckoutSignal assigned(AssignmentEvent event) {
    String assignment = event.assignmentId();
    String courier = event.courierId();
    return assignment == null || courier == null
        ? null
        : new CourierAssigned(event.seq(), assignment, courier, eta(event));
  }

  private static Journey.@Nullable Eta eta(AssignmentEvent event) {
    var at = event.etaAt();
    if (at == null) {
      return null;
    }
    return new Journey.Eta(
        at,
        event.etaEarliest() == null ? at : event.etaEarliest(),
        event.etaLatest() == null ? at : event.etaLatest());
  }
}
