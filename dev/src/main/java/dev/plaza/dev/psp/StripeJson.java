package dev.plaza.dev.psp;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The objects as Stripe writes them.
final class StripeJson {

  /// The API version whose shapes these are; stripe-java 32 reads events of this version.
  static final String API_VERSION = "2026-03-25.dahlia";

  private StripeJson() {}

  static Map<String, Object> intent(Intent intent, boolean expandCharge) {
    var json = new LinkedHashMap<String, Object>();
    json.put("id", intent.id());
    json.put("object", "payment_intent");
    json.put("amount", intent.amount());
    json.put("amount_capturable", intent.capturable());
    json.put("amount_received", intent.received());
    put(json, "canceled_at", intent.canceledAt());
    put(json, "cancellation_reason", intent.cancellationReason());
    json.put("capture_method", intent.manualCapture() ? "manual" : "automatic");
    json.put("client_secret", intent.id() + "_secret_sandbox");
    json.put("confirmation_method", "automatic");
    json.put("created", intent.created());
    json.put("currency", intent.currency());
    put(json, "description", intent.description());
    put(json, "last_payment_error", lastError(intent));
    var charge = intent.latestCharge();
    put(
        json,
        "latest_charge",
        charge == null ? null : expandCharge ? charge(intent, charge) : charge.id());
    var charges = intent.charges().stream().map(each -> charge(intent, each)).toList();
    json.put("charges", list("/v1/charges?payment_intent=" + intent.id(), charges, false));
    json.put("livemode", false);
    json.put("metadata", intent.metadata());
    put(json, "payment_method", intent.paymentMethod());
    json.put("payment_method_types", List.of("card"));
    json.put("status", intent.status().wire());
    return json;
  }

  private static @Nullable Map<String, Object> lastError(Intent intent) {
    var charge = intent.latestCharge();
    if (charge == null || charge.declineCode() == null) {
      return null;
    }
    return Map.of(
        "type", "card_error",
        "code", "card_declined",
        "decline_code", charge.declineCode(),
        "charge", charge.id(),
        "message", "Your card was declined.");
  }

  static Map<String, Object> charge(Intent intent, Charge charge) {
    var json = new LinkedHashMap<String, Object>();
    json.put("id", charge.id());
    json.put("object", "charge");
    json.put("amount", charge.amount());
    json.put("amount_captured", charge.amountCaptured());
    json.put("amount_refunded", charge.amountRefunded());
    json.put("captured", charge.captured());
    json.put("created", charge.created());
    json.put("currency", intent.currency());
    put(json, "failure_code", charge.declined() ? "card_declined" : null);
    put(json, "failure_message", charge.declined() ? "Your card was declined." : null);
    json.put("livemode", false);
    json.put("metadata", intent.metadata());
    json.put("outcome", outcome(charge));
    json.put("paid", !charge.declined());
    json.put("payment_intent", intent.id());
    put(json, "payment_method", intent.paymentMethod());
    var card = new HashMap<String, Object>();
    card.put("brand", "visa");
    card.put("last4", "4242");
    if (!charge.captured() && !charge.declined() && intent.manualCapture()) {
      card.put("capture_before", charge.captureBefore());
    }
    json.put("payment_method_details", Map.of("type", "card", "card", card));
    json.put("refunded", charge.captured() && charge.refundable() == 0);
    json.put("status", charge.declined() ? "failed" : "succeeded");
    return json;
  }

  private static Map<String, Object> outcome(Charge charge) {
    return charge.declineCode() == null
        ? Map.of("network_status", "approved_by_network", "type", "authorized")
        : Map.of(
            "network_status",
            "declined_by_network",
            "type",
            "issuer_declined",
            "reason",
            charge.declineCode());
  }

  static Map<String, Object> refund(Refund refund) {
    var json = new LinkedHashMap<String, Object>();
    json.put("id", refund.id());
    json.put("object", "refund");
    json.put("amount", refund.amount());
    json.put("charge", refund.charge());
    json.put("created", refund.created());
    json.put("currency", refund.currency());
    json.put("metadata", refund.metadata());
    json.put("payment_intent", refund.intent());
    put(json, "reason", refund.reason());
    json.put("status", "succeeded");
    return json;
  }

  static Map<String, Object> list(String url, List<Map<String, Object>> data, boolean more) {
    return Map.of("object", "list", "url", url, "has_more", more, "data", data);
  }

  static Map<String, Object> searchResult(
      String url, List<Map<String, Object>> data, @Nullable String nextPage) {
    var json = new LinkedHashMap<String, Object>();
    json.put("object", "search_result");
    json.put("url", url);
    json.put("has_more", nextPage != null);
    json.put("data", data);
    put(json, "next_page", nextPage);
    return json;
  }

  static Map<String, Object> event(
      String id, String type, long created, @Nullable String key, Map<String, Object> object) {
    var request = new HashMap<String, Object>();
    put(request, "idempotency_key", key);
    var json = new LinkedHashMap<String, Object>();
    json.put("id", id);
    json.put("object", "event");
    json.put("api_version", API_VERSION);
    json.put("created", created);
    json.put("data", Map.of("object", object));
    json.put("livemode", false);
    json.put("pending_webhooks", 1);
    json.put("request", request);
    json.put("type", type);
    return json;
  }

  private static void put(Map<String, Object> json, String name, @Nullable Object value) {
    if (value != null) {
      json.put(name, value);
    }
  }
}
