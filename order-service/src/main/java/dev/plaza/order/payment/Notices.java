package dev.plaza.order.payment;

import dev.plaza.order.checkout.CheckoutRunner;
import dev.plaza.order.order.OrderStore;
import dev.plaza.order.saga.Authorization;
import dev.plaza.order.saga.CheckoutCommand.Reconcile;
import dev.plaza.order.saga.Purse;
import dev.plaza.platform.inbox.Inbox;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;

/// What webhooks lead to: never to a change by what they say, only to a look at the provider when
/// they speak of something the order does not know yet. So their order and number do not matter.
@Component
class Notices {

  private static final String CONSUMER = "payment.webhook";
  private static final int ID_MAX = 255;

  private final Inbox inbox;
  private final OrderStore orders;
  private final CheckoutRunner checkouts;
  private final PaymentProperties properties;
  private final TransactionTemplate transaction;
  private final MeterRegistry meters;

  Notices(
      Inbox inbox,
      OrderStore orders,
      CheckoutRunner checkouts,
      PaymentProperties properties,
      TransactionTemplate transaction,
      MeterRegistry meters) {
    this.inbox = inbox;
    this.orders = orders;
    this.checkouts = checkouts;
    this.properties = properties;
    this.transaction = transaction;
    this.meters = meters;
  }

  /// @return whether this event was new
  boolean take(JsonNode event) {
    String id = event.path("id").asString("");
    if (id.isEmpty() || id.length() > ID_MAX) {
      return false;
    }
    return Boolean.TRUE.equals(
        transaction.execute(
            _ -> {
              boolean first = inbox.firstTime(CONSUMER, id);
              if (first) {
                act(id, event.path("type").asString(""), event.path("data").path("object"));
              }
              count(first ? "new" : "repeated");
              return first;
            }));
  }

  private void act(String eventId, String type, JsonNode object) {
    var metadata = object.path("metadata");
    String orderId = metadata.path(Inquiry.ORDER).asString("");
    var order = orders.find(orderId);
    String payment =
        object.path("object").asString("").equals("payment_intent")
            ? object.path("id").asString("")
            : object.path("payment_intent").asString("");
    if (order.isEmpty() || payment.isEmpty()) {
      return;
    }
    var purse = checkouts.peek(order.get()).purse();
    var attempt = attempt(purse, payment, metadata.path(Inquiry.ATTEMPT).asInt(0));
    if (attempt > 0 && isNews(type, object, purse, attempt)) {
      checkouts.command(
          orderId, new Reconcile(attempt, payment, eventId), properties.webhookWait());
      count("followed");
    }
  }

  private static int attempt(Purse purse, String payment, int said) {
    return purse.authorizations().stream()
        .filter(it -> payment.equals(it.payment()))
        .map(Authorization::number)
        .findFirst()
        .orElse(said);
  }

  /// Whether the order would not hear of it anyway: a command that is under way asks itself.
  private static boolean isNews(String type, JsonNode object, Purse purse, int attempt) {
    var status =
        purse.authorizations().stream()
            .filter(it -> it.number() == attempt)
            .map(Authorization::status)
            .findFirst()
            .orElse(Authorization.Status.ASKED);
    return switch (type) {
      case "payment_intent.amount_capturable_updated", "payment_intent.payment_failed" ->
          status == Authorization.Status.ASKED || status == Authorization.Status.ABANDONED;
      case "payment_intent.canceled", "charge.expired" ->
          status == Authorization.Status.LIVE
              || status == Authorization.Status.ASKED
              || status == Authorization.Status.ABANDONED;
      case "payment_intent.succeeded", "charge.captured" ->
          status != Authorization.Status.CAPTURED && status != Authorization.Status.CAPTURING;
      case "charge.refunded" ->
          object.path("amount_refunded").asLong(0) > purse.captured() - purse.refundable();
      default -> false;
    };
  }

  private void count(String outcome) {
    meters.counter("order.payment.webhooks", "outcome", outcome).increment();
  }
}
