package dev.plaza.order.payment;

import dev.plaza.order.checkout.CheckoutRunner;
import dev.plaza.order.order.OrderStore;
import dev.plaza.order.order.StoredOrder;
import dev.plaza.order.saga.Authorization;
import dev.plaza.order.saga.CheckoutCommand.Reconcile;
import dev.plaza.order.saga.Purse;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Optional;
import java.util.Set;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

/// What webhooks lead to: never to a change by what they say, only to a look at the provider when
/// they speak of something the order does not know yet. So their order and number do not matter.
@Component
class Notices {

  /// The types that `isNews` may say yes to.
  private static final Set<String> HEARD =
      Set.of(
          "payment_intent.amount_capturable_updated",
          "payment_intent.payment_failed",
          "payment_intent.canceled",
          "payment_intent.succeeded",
          "charge.expired",
          "charge.captured",
          "charge.refunded");

  private static final int ID_MAX = 255;

  private final OrderStore orders;
  private final CheckoutRunner checkouts;
  private final PaymentProperties properties;
  private final MeterRegistry meters;

  Notices(
      OrderStore orders,
      CheckoutRunner checkouts,
      PaymentProperties properties,
      MeterRegistry meters) {
    this.orders = orders;
    this.checkouts = checkouts;
    this.properties = properties;
    this.meters = meters;
  }

  /// Most events tell what the order knows already: they cost one read and leave nothing behind. A
  /// look is a job under the event's id, so that a repeated event is the same look.
  ///
  /// @return whether it leads to a look
  boolean take(JsonNode event) {
    String id = event.path("id").asString("");
    String type = event.path("type").asString("");
    boolean followed =
        !id.isEmpty()
            && id.length() <= ID_MAX
            && HEARD.contains(type)
            && act(id, type, event.path("data").path("object"));
    meters
        .counter("order.payment.webhooks", "outcome", followed ? "followed" : "known")
        .increment();
    return followed;
  }

  private boolean act(String eventId, String type, JsonNode object) {
    var metadata = object.path("metadata");
    String orderId = metadata.path(Inquiry.ORDER).asString("");
    String payment =
        object.path("object").asString("").equals("payment_intent")
            ? object.path("id").asString("")
            : object.path("payment_intent").asString("");
    var order = payment.isEmpty() ? Optional.<StoredOrder>empty() : orders.find(orderId);
    if (order.isEmpty()) {
      return false;
    }
    var purse = checkouts.peek(order.get()).purse();
    var attempt = attempt(purse, payment, metadata.path(Inquiry.ATTEMPT).asInt(0));
    if (attempt <= 0 || !isNews(type, object, purse, attempt)) {
      return false;
    }
    checkouts.command(orderId, new Reconcile(attempt, payment, eventId), properties.webhookWait());
    return true;
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
}
