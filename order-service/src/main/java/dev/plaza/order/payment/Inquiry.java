package dev.plaza.order.payment;

import com.stripe.exception.StripeException;
import com.stripe.model.Charge;
import com.stripe.model.PaymentIntent;
import com.stripe.model.Refund;
import com.stripe.net.RequestOptions;
import com.stripe.param.PaymentIntentListParams;
import com.stripe.param.PaymentIntentRetrieveParams;
import com.stripe.param.PaymentIntentSearchParams;
import com.stripe.param.RefundListParams;
import dev.plaza.order.checkout.CommandExecutor.Request;
import dev.plaza.order.saga.CheckoutSignal;
import dev.plaza.order.saga.CheckoutSignal.Authorized;
import dev.plaza.order.saga.CheckoutSignal.RefundedElsewhere;
import dev.plaza.order.work.RetryLater;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Asks the payment provider what it knows.
@Component
class Inquiry {

  static final String ORDER = "order_id";
  static final String ATTEMPT = "attempt";
  static final String REFUND = "refund_id";

  private static final long PAGE = 100;
  private static final int LISTED_MAX = 1_000;
  private static final Duration CLOCKS_DIFFER = Duration.ofMinutes(1);

  private final Provider provider;
  private final PaymentProperties properties;
  private final Clock clock;

  Inquiry(Provider provider, PaymentProperties properties, Clock clock) {
    this.provider = provider;
    this.properties = properties;
    this.clock = clock;
  }

  PaymentIntent payment(String id) throws StripeException {
    return provider.call(
        "retrieve",
        stripe ->
            stripe
                .v1()
                .paymentIntents()
                .retrieve(
                    id,
                    PaymentIntentRetrieveParams.builder().addExpand("latest_charge").build(),
                    RequestOptions.getDefault()));
  }

  /// By what we wrote on it: found even if the call that made it never answered.
  Optional<PaymentIntent> payment(String orderId, int attempt) throws StripeException {
    var query =
        "metadata['%s']:'%s' AND metadata['%s']:'%d'".formatted(ORDER, orderId, ATTEMPT, attempt);
    var found =
        provider.call(
            "search",
            stripe ->
                stripe
                    .v1()
                    .paymentIntents()
                    .search(PaymentIntentSearchParams.builder().setQuery(query).build()));
    return found.getData().stream()
        .filter(it -> isOf(it.getMetadata(), orderId, attempt))
        .findFirst()
        .map(PaymentIntent::getId)
        .map(this::fresh);
  }

  /// Search may lag behind; what it finds is read again.
  private PaymentIntent fresh(String id) {
    try {
      return payment(id);
    } catch (StripeException e) {
      throw new IllegalStateException("found by search, but not there: " + id, e);
    }
  }

  /// Whether the provider surely never made it: long enough after it was asked for, neither the
  /// search nor the list (which does not lag) knows it.
  boolean isAbsent(Request request, int attempt) throws StripeException {
    return request.attempts() >= properties.askAfter()
        && isOld(request)
        && payment(request.orderId(), attempt).isEmpty()
        && listed(request, attempt).isEmpty();
  }

  boolean isOld(Request request) {
    return clock.instant().isAfter(request.since().plus(properties.absentAfter()));
  }

  private Optional<PaymentIntent> listed(Request request, int attempt) throws StripeException {
    var since =
        PaymentIntentListParams.Created.builder()
            .setGte(request.since().minus(CLOCKS_DIFFER).getEpochSecond())
            .build();
    var page =
        provider.call(
            "list",
            stripe ->
                stripe
                    .v1()
                    .paymentIntents()
                    .list(
                        PaymentIntentListParams.builder()
                            .setCreated(since)
                            .setLimit(PAGE)
                            .build()));
    int seen = 0;
    for (var it : page.autoPagingIterable()) {
      if (isOf(it.getMetadata(), request.orderId(), attempt)) {
        return Optional.of(it);
      }
      if (++seen >= LISTED_MAX) {
        throw new RetryLater("too many payments to be sure");
      }
    }
    return Optional.empty();
  }

  private static boolean isOf(@Nullable Map<String, String> metadata, String orderId, int attempt) {
    return metadata != null
        && orderId.equals(metadata.get(ORDER))
        && String.valueOf(attempt).equals(metadata.get(ATTEMPT));
  }

  Optional<Refund> refund(String payment, String refundId) throws StripeException {
    return refunds(payment).stream()
        .filter(it -> it.getMetadata() != null)
        .filter(it -> refundId.equals(it.getMetadata().get(REFUND)))
        .findFirst();
  }

  /// Refunds that were not made by us.
  List<CheckoutSignal> foreignRefunds(String orderId, int attempt, String payment)
      throws StripeException {
    return refunds(payment).stream()
        .filter(it -> it.getMetadata() == null || !orderId.equals(it.getMetadata().get(ORDER)))
        .filter(it -> "succeeded".equals(it.getStatus()))
        .map(it -> (CheckoutSignal) new RefundedElsewhere(attempt, it.getId(), it.getAmount()))
        .toList();
  }

  private List<Refund> refunds(String payment) throws StripeException {
    return provider
        .call(
            "refunds",
            stripe ->
                stripe
                    .v1()
                    .refunds()
                    .list(
                        RefundListParams.builder()
                            .setPaymentIntent(payment)
                            .setLimit(PAGE)
                            .build()))
        .getData();
  }

  Authorized held(int attempt, PaymentIntent intent) {
    var since = Instant.ofEpochSecond(intent.getCreated());
    return new Authorized(attempt, intent.getId(), since, expiry(intent, since));
  }

  private Instant expiry(PaymentIntent intent, Instant since) {
    Charge charge = intent.getLatestChargeObject();
    if (charge == null
        || charge.getPaymentMethodDetails() == null
        || charge.getPaymentMethodDetails().getCard() == null
        || charge.getPaymentMethodDetails().getCard().getCaptureBefore() == null) {
      return since.plus(properties.holdFor());
    }
    return Instant.ofEpochSecond(charge.getPaymentMethodDetails().getCard().getCaptureBefore());
  }
}
