package dev.plaza.dev.psp;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An error as Stripe words it.
///
/// @param intent the payment intent it is about, shown inside the error
record StripeError(
    int status,
    String type,
    @Nullable String code,
    @Nullable String declineCode,
    @Nullable String param,
    String message,
    @Nullable Intent intent) {

  /// Ends a request before anything was executed: a retry with the same key runs afresh.
  static final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient StripeError error;

    Refusal(StripeError error) {
      super(error.message, null, false, false);
      this.error = error;
    }

    StripeError error() {
      return error;
    }
  }

  static StripeError invalid(@Nullable String code, @Nullable String param, String message) {
    return new StripeError(400, "invalid_request_error", code, null, param, message, null);
  }

  static StripeError missing(String kind, String id) {
    return new StripeError(
        404,
        "invalid_request_error",
        "resource_missing",
        null,
        "intent",
        "No such " + kind + ": '" + id + "'",
        null);
  }

  static StripeError unauthorized() {
    return new StripeError(
        401,
        "invalid_request_error",
        null,
        null,
        null,
        "You did not provide a secret test key: Authorization: Bearer sk_test_...",
        null);
  }

  static StripeError unexpectedState(Intent intent, String verb) {
    return new StripeError(
        400,
        "invalid_request_error",
        "payment_intent_unexpected_state",
        null,
        null,
        "This PaymentIntent could not be "
            + verb
            + " because it has a status of "
            + intent.status().wire()
            + ".",
        intent);
  }

  static StripeError declined(Intent intent, String declineCode) {
    var message =
        declineCode.equals("insufficient_funds")
            ? "Your card has insufficient funds."
            : "Your card was declined.";
    return new StripeError(402, "card_error", "card_declined", declineCode, null, message, intent);
  }

  static StripeError keyReused() {
    return new StripeError(
        400,
        "idempotency_error",
        null,
        null,
        null,
        "Keys for idempotent requests can only be used with the same endpoint and the same"
            + " parameters they were first used with.",
        null);
  }

  static StripeError keyInUse() {
    return new StripeError(
        409,
        "idempotency_error",
        "idempotency_key_in_use",
        null,
        null,
        "There is currently another in-progress request using this Idempotency Key.",
        null);
  }

  static StripeError broken() {
    return new StripeError(500, "api_error", null, null, null, "An unknown error occurred.", null);
  }

  static StripeError throttled() {
    return new StripeError(
        429, "invalid_request_error", "rate_limit", null, null, "Too many requests.", null);
  }

  Refusal refusal() {
    return new Refusal(this);
  }

  Map<String, Object> json() {
    var error = new HashMap<String, Object>();
    error.put("type", type);
    error.put("message", message);
    put(error, "code", code);
    put(error, "decline_code", declineCode);
    put(error, "param", param);
    if (code != null) {
      error.put("doc_url", "https://stripe.com/docs/error-codes/" + code.replace('_', '-'));
    }
    if (intent != null) {
      error.put("payment_intent", StripeJson.intent(intent, false));
      var charge = intent.latestCharge();
      put(error, "charge", charge == null ? null : charge.id());
    }
    return Map.of("error", error);
  }

  private static void put(Map<String, Object> target, String name, @Nullable Object value) {
    if (value != null) {
      target.put(name, value);
    }
  }
}
