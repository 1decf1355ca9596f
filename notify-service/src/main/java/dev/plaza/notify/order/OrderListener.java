package dev.plaza.notify.order;

import dev.plaza.contracts.Topics;
import dev.plaza.contracts.dispatch.AssignmentEvent;
import dev.plaza.contracts.order.OrderEvent;
import dev.plaza.notify.accept.Acceptance;
import dev.plaza.notify.accept.NotifyRequest;
import dev.plaza.platform.events.InboundEvents;
import dev.plaza.platform.inbox.Inbox;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/// Turns what happens to orders into notifications. The event's id and the news' own key both keep
/// one that comes again from being told again.
@Component
class OrderListener {

  private static final String CALLER = "orders";

  /// A service that starts on an old topic tells nobody about last week.
  private static final Duration WORTH_TELLING = Duration.ofHours(2);

  private final InboundEvents events;
  private final Inbox inbox;
  private final Acceptance acceptance;
  private final Clock clock;
  private final TransactionTemplate transaction;

  OrderListener(
      InboundEvents events,
      Inbox inbox,
      Acceptance acceptance,
      Clock clock,
      TransactionTemplate transaction) {
    this.events = events;
    this.inbox = inbox;
    this.acceptance = acceptance;
    this.clock = clock;
    this.transaction = transaction;
  }

  @KafkaListener(id = "notify.order", topics = Topics.ORDER_ORDER, idIsGroup = false)
  void onOrder(ConsumerRecord<String, byte[]> record) {
    String type = events.type(record);
    tell(record, OrderMessages.of(type, events.read(record, OrderEvent.class)));
  }

  @KafkaListener(id = "notify.assignment", topics = Topics.DISPATCH_ASSIGNMENT, idIsGroup = false)
  void onAssignment(ConsumerRecord<String, byte[]> record) {
    String type = events.type(record);
    tell(record, OrderMessages.of(type, events.read(record, AssignmentEvent.class)));
  }

  private void tell(ConsumerRecord<String, byte[]> record, List<OrderMessages.News> news) {
    Instant now = clock.instant();
    var fresh = news.stream().filter(it -> it.at().plus(WORTH_TELLING).isAfter(now)).toList();
    if (fresh.isEmpty()) {
      return;
    }
    String event = events.id(record);
    transaction.executeWithoutResult(
        _ -> {
          if (inbox.firstTime(CALLER, event)) {
            fresh.forEach(it -> acceptance.accept(request(it), CALLER));
          }
        });
  }

  private static NotifyRequest request(OrderMessages.News it) {
    return new NotifyRequest(
        it.template(),
        List.of(NotifyRequest.To.user(it.userId())),
        null,
        null,
        null,
        null,
        it.data(),
        null,
        null,
        null,
        null,
        it.at().plus(WORTH_TELLING),
        it.key());
  }
}
