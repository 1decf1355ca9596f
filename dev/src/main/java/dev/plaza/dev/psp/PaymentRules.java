package dev.plaza.dev.psp;

import dev.plaza.dev.psp.BookEntry.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Stripe's rules of payment intents, pure: from an intent and a wish to an outcome.
///
/// A hold is captured at most once, for at most its amount; the rest is released. Only captured
/// money is refunded, and never more than what is left of it.
final class PaymentRules {

  private static final Set<String> CANCEL_REASONS =
      Set.of("duplicate", "fraudulent", "requested_by_customer", "abandoned");
  private static final Set<String> REFUND_REASONS =
      Set.of("duplicate", "fraudulent", "requested_by_customer");

  private final UnaryOperator<String> ids;

  /// @param ids makes a new id from its prefix
  PaymentRules(UnaryOperator<String> ids) {
    this.ids = ids;
  }

  Outcome create(Form form, long now, long holdSeconds) {
    form.required("amount");
    var amount = form.amount("amount");
    var currency = form.required("currency").toLowerCase(Locale.ROOT);
    if (!currency.matches("[a-z]{3}")) {
      throw StripeError.invalid(null, "currency", "Invalid currency: " + currency).refusal();
    }
    var method = method(form);
    var intent =
        new Intent(
            ids.apply("pi_"),
            now,
            amount == null ? 0 : amount,
            currency,
            manual(form),
            method == null
                ? IntentStatus.REQUIRES_PAYMENT_METHOD
                : IntentStatus.REQUIRES_CONFIRMATION,
            method,
            form.text("description"),
            form.map("metadata"),
            List.of(),
            null,
            null);
    var created = List.of("payment_intent.created");
    return form.flag("confirm")
        ? authorize(intent, method, now, holdSeconds, created)
        : new Outcome.Paid(intent, Change.of(intent, List.of(), created));
  }

  private static boolean manual(Form form) {
    var method = form.text("capture_method");
    return switch (method) {
      case "manual" -> true;
      case null -> false;
      case "automatic", "automatic_async" -> false;
      default ->
          throw StripeError.invalid(null, "capture_method", "Invalid capture_method: " + method)
              .refusal();
    };
  }

  private static @Nullable String method(Form form) {
    var method = form.text("payment_method");
    if (method != null && SandboxCard.of(method).isEmpty()) {
      throw StripeError.invalid(
              "resource_missing", "payment_method", "No such PaymentMethod: '" + method + "'")
          .refusal();
    }
    return method;
  }

  Outcome confirm(Intent intent, Form form, long now, long holdSeconds) {
    if (intent.status() != IntentStatus.REQUIRES_PAYMENT_METHOD
        && intent.status() != IntentStatus.REQUIRES_CONFIRMATION) {
      return new Outcome.Refused(StripeError.unexpectedState(intent, "confirmed"));
    }
    var method = method(form);
    return authorize(
        intent, method == null ? intent.paymentMethod() : method, now, holdSeconds, List.of());
  }

  private Outcome authorize(
      Intent before, @Nullable String method, long now, long holdSeconds, List<String> notices) {
    if (method == null) {
      throw StripeError.invalid(
              "parameter_missing", "payment_method", "A payment method is needed to confirm.")
          .refusal();
    }
    var decline = SandboxCard.of(method).map(SandboxCard::declineCode).orElse(null);
    var intent = before.paidWith(method);
    var hold =
        new Charge(ids.apply("ch_"), now, intent.amount(), false, 0, 0, now + holdSeconds, decline);
    var types = new ArrayList<>(notices);
    if (decline != null) {
      var failed = intent.charged(hold, IntentStatus.REQUIRES_PAYMENT_METHOD);
      types.add("payment_intent.payment_failed");
      var entries = List.of(entry(failed, hold.id(), Kind.DECLINE, hold.amount(), now));
      return new Outcome.Refused(
          StripeError.declined(failed, decline), Change.of(failed, entries, types));
    }
    var entries = new ArrayList<BookEntry>();
    entries.add(entry(intent, hold.id(), Kind.HOLD, hold.amount(), now));
    if (intent.manualCapture()) {
      var held = intent.charged(hold, IntentStatus.REQUIRES_CAPTURE);
      types.add("payment_intent.amount_capturable_updated");
      return new Outcome.Paid(held, Change.of(held, entries, types));
    }
    entries.add(entry(intent, hold.id(), Kind.CAPTURE, hold.amount(), now));
    var paid = intent.charged(hold.capture(hold.amount()), IntentStatus.SUCCEEDED);
    types.add("payment_intent.succeeded");
    return new Outcome.Paid(paid, Change.of(paid, entries, types));
  }

  Outcome capture(Intent intent, Form form, long now) {
    var wanted = form.amount("amount_to_capture");
    var hold = intent.liveCharge();
    if (intent.status() != IntentStatus.REQUIRES_CAPTURE || hold == null) {
      return new Outcome.Refused(StripeError.unexpectedState(intent, "captured"));
    }
    var amount = wanted == null ? hold.amount() : wanted;
    if (amount > hold.amount()) {
      return new Outcome.Refused(
          StripeError.invalid(
              "amount_too_large",
              "amount_to_capture",
              "The amount to capture is greater than the amount you can capture ("
                  + hold.amount()
                  + ")."));
    }
    if (intent.paymentMethod() != null
        && SandboxCard.of(intent.paymentMethod())
            .filter(card -> card == SandboxCard.CAPTURE_FAILS)
            .isPresent()) {
      return new Outcome.Refused(StripeError.declined(intent, "generic_decline"));
    }
    var entries = new ArrayList<BookEntry>();
    entries.add(entry(intent, hold.id(), Kind.CAPTURE, amount, now));
    if (amount < hold.amount()) {
      entries.add(entry(intent, hold.id(), Kind.RELEASE, hold.amount() - amount, now));
    }
    var paid = intent.recharged(hold.capture(amount), IntentStatus.SUCCEEDED);
    return new Outcome.Paid(
        paid, Change.of(paid, entries, List.of("payment_intent.succeeded", "charge.captured")));
  }

  Outcome cancel(Intent intent, Form form, long now) {
    var reason = form.text("cancellation_reason");
    if (reason != null && !CANCEL_REASONS.contains(reason)) {
      throw StripeError.invalid(null, "cancellation_reason", "Invalid reason: " + reason).refusal();
    }
    if (intent.status().isFinal()) {
      return new Outcome.Refused(StripeError.unexpectedState(intent, "canceled"));
    }
    var canceled = intent.canceled(reason == null ? "requested_by_customer" : reason, now);
    return new Outcome.Paid(
        canceled, Change.of(canceled, freed(intent, Kind.VOID, now), canceledTypes()));
  }

  /// A hold whose time is over.
  Change expire(Intent intent, long now) {
    var canceled = intent.canceled("automatic", now);
    return Change.of(
        canceled,
        freed(intent, Kind.EXPIRE, now),
        List.of("payment_intent.canceled", "charge.expired"));
  }

  private static List<String> canceledTypes() {
    return List.of("payment_intent.canceled");
  }

  private static List<BookEntry> freed(Intent intent, Kind kind, long now) {
    var hold = intent.liveCharge();
    return hold == null ? List.of() : List.of(entry(intent, hold.id(), kind, hold.amount(), now));
  }

  Outcome refund(Intent intent, Form form, long now) {
    var reason = form.text("reason");
    if (reason != null && !REFUND_REASONS.contains(reason)) {
      throw StripeError.invalid(null, "reason", "Invalid reason: " + reason).refusal();
    }
    var wanted = form.amount("amount");
    var charge = intent.capturedCharge();
    if (charge == null) {
      return new Outcome.Refused(
          StripeError.invalid(
              null,
              "payment_intent",
              "This PaymentIntent (" + intent.id() + ") does not have a successful charge."));
    }
    if (charge.refundable() == 0) {
      return new Outcome.Refused(
          StripeError.invalid(
              "charge_already_refunded",
              null,
              "Charge " + charge.id() + " has already been refunded."));
    }
    var amount = wanted == null ? charge.refundable() : wanted;
    if (amount > charge.refundable()) {
      return new Outcome.Refused(
          StripeError.invalid(
              null,
              "amount",
              "Refund amount ("
                  + amount
                  + ") is greater than unrefunded amount on charge ("
                  + charge.refundable()
                  + ")"));
    }
    return refunded(intent, charge, amount, reason, form.map("metadata"), now);
  }

  private Outcome refunded(
      Intent intent,
      Charge charge,
      long amount,
      @Nullable String reason,
      Map<String, String> metadata,
      long now) {
    var refund =
        new Refund(
            ids.apply("re_"),
            now,
            intent.id(),
            charge.id(),
            amount,
            intent.currency(),
            reason,
            metadata);
    var after = intent.recharged(charge.refund(amount), intent.status());
    var change =
        new Change(
            List.of(after),
            List.of(refund),
            List.of(entry(after, refund.id(), Kind.REFUND, amount, now)),
            List.of(
                new Change.Notice("charge.refunded", after.id()),
                new Change.Notice("refund.created", refund.id())));
    return new Outcome.Refunded(refund, change);
  }

  private static BookEntry entry(Intent intent, String ref, Kind kind, long amount, long now) {
    return new BookEntry(
        intent.id(), ref, kind, amount, intent.currency(), intent.metadata().get("order_id"), now);
  }
}
