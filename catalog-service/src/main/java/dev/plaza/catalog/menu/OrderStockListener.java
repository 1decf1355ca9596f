package dev.plaza.catalog.menu;

import dev.plaza.contracts.Topics;
import dev.plaza.contracts.order.OrderEvent;
import dev.plaza.platform.events.InboundEvents;
import dev.plaza.platform.inbox.Inbox;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/// Follows orders with the stock that menus show. Whether an order gets the last piece is decided
/// in the order service; nothing is published from here, or the two would chase each other.
@Component
class OrderStockListener {

  private static final String CONSUMER = "catalog.stock";

  private final MenuStore store;
  private final InboundEvents events;
  private final Inbox inbox;
  private final TransactionTemplate transaction;

  OrderStockListener(
      MenuStore store, InboundEvents events, Inbox inbox, TransactionTemplate transaction) {
    this.store = store;
    this.events = events;
    this.inbox = inbox;
    this.transaction = transaction;
  }

  @KafkaListener(id = "catalog.orders", topics = Topics.ORDER_ORDER, idIsGroup = false)
  void orders(ConsumerRecord<String, byte[]> record) {
    switch (events.type(record)) {
      case OrderEvent.PLACED -> once(record, this::take);
      case OrderEvent.ACCEPTED -> once(record, it -> store.release(it.orderId()));
      case OrderEvent.REJECTED,
          OrderEvent.CANCELLED,
          OrderEvent.PAYMENT_FAILED,
          OrderEvent.EXPIRED ->
          once(record, this::giveBack);
      default -> {
        // the kitchen has begun: what is cooked does not come back
      }
    }
  }

  private void once(
      ConsumerRecord<String, byte[]> record, java.util.function.Consumer<OrderEvent> effect) {
    var event = events.read(record, OrderEvent.class);
    transaction.executeWithoutResult(
        _ -> {
          if (inbox.firstTime(CONSUMER, events.id(record))) {
            effect.accept(event);
          }
        });
  }

  private void take(OrderEvent event) {
    // By sku, so that two orders never wait for each other.
    var wanted = new TreeMap<String, Integer>();
    event.lines().forEach(it -> wanted.merge(it.sku(), it.quantity(), Integer::sum));
    wanted.forEach(
        (sku, quantity) ->
            store.take(event.orderId(), event.restaurantId(), sku, quantity, event.at()));
  }

  private void giveBack(OrderEvent event) {
    store.release(event.orderId()).stream()
        .sorted(java.util.Comparator.comparing(MenuStore.Taken::sku))
        .forEach(it -> store.addStock(it.restaurantId(), it.sku(), it.revision(), it.quantity()));
  }
}
