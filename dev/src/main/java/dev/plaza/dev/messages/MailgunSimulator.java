package dev.plaza.dev.messages;

import dev.plaza.dev.messages.Reports.ReportCall;
import dev.plaza.dev.web.HttpApi;
import dev.plaza.dev.web.Json;
import dev.plaza.dev.web.Reply;
import dev.plaza.dev.web.Request;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/// Mailgun: `POST /mailgun/v3/{domain}/messages`, and its webhooks signed over a one-time token.
final class MailgunSimulator {

  private static final String NAME = "mailgun";

  private final Outside outside;

  MailgunSimulator(Outside outside) {
    this.outside = outside;
  }

  void register(HttpApi server) {
    server.route("POST", "/mailgun/v3/{domain}/messages", this::send);
  }

  private Reply send(Request request) throws InterruptedException {
    var authorization = request.header("Authorization");
    if (authorization == null || !authorization.startsWith("Basic ")) {
      return Reply.json(401, Map.of("message", "Invalid private key"));
    }
    var fields = FormFields.parse(request.body());
    if (!fields.getOrDefault("to", "").contains("@")) {
      return Reply.json(
          400, Map.of("message", "'to' parameter is not a valid address. please check"));
    }
    return outside
        .reception()
        .receive(
            NAME,
            () -> take(request.at("domain"), fields),
            status -> Reply.json(status, Map.of("message", "refused on purpose")));
  }

  private Reply take(String domain, Map<String, String> fields) {
    var own = fields.getOrDefault("h:Message-Id", "").replaceAll("[<>]", "");
    var id = own.isEmpty() ? Reception.hex(12) + "@" + domain : own;
    var headers = new LinkedHashMap<String, String>();
    fields.forEach(
        (name, value) -> {
          if (name.startsWith("h:")) {
            headers.put(name.substring(2), value);
          }
        });
    var to = fields.getOrDefault("to", "");
    outside
        .mailbox()
        .add(
            new Mailbox.Draft(
                NAME,
                "email",
                id,
                MimeReader.decoded(fields.getOrDefault("from", "")),
                MimeReader.decoded(to),
                fields.getOrDefault("subject", ""),
                fields.getOrDefault("text", ""),
                fields.getOrDefault("html", ""),
                headers));
    story(id, to.substring(to.lastIndexOf('<') + 1).replace(">", ""), fields);
    return Reply.json(200, Map.of("id", "<" + id + ">", "message", "Queued. Thank you."));
  }

  private void story(String id, String to, Map<String, String> fields) {
    var attempt = fields.getOrDefault("v:attempt_id", "");
    report(id, to, attempt, 0, Map.of("event", "accepted"));
    switch (Story.of(to)) {
      case BOUNCE ->
          report(id, to, attempt, 500, failed("permanent", "bounce", 550, "5.1.1 no such user"));
      case BLOCKED ->
          report(id, to, attempt, 500, failed("permanent", "espblock", 554, "5.7.1 blocked"));
      case DEFERRED -> {
        report(id, to, attempt, 300, failed("temporary", "generic", 451, "4.7.1 try again"));
        report(id, to, attempt, 700, Map.of("event", "delivered"));
      }
      case COMPLAINT -> {
        report(id, to, attempt, 500, Map.of("event", "delivered"));
        report(id, to, attempt, 1_000, Map.of("event", "complained"));
      }
      case DELIVERED -> report(id, to, attempt, 500, Map.of("event", "delivered"));
    }
  }

  private static Map<String, Object> failed(
      String severity, String reason, int code, String message) {
    return Map.of(
        "event",
        "failed",
        "severity",
        severity,
        "reason",
        reason,
        "delivery-status",
        Map.of("code", code, "message", message, "attempt-no", 1));
  }

  private void report(
      String id, String to, String attempt, long afterMs, Map<String, Object> what) {
    var event = new LinkedHashMap<>(what);
    event.put("id", Reception.hex(11));
    event.put("recipient", to);
    event.put("timestamp", (outside.clock().millis() + afterMs) / 1_000.0);
    event.put("message", Map.of("headers", Map.of("message-id", id)));
    event.put("user-variables", Map.of("attempt_id", attempt));
    var token = Reception.hex(25);
    outside.reports().send(NAME, Duration.ofMillis(afterMs), () -> signed(event, token));
  }

  private ReportCall signed(Map<String, Object> event, String token) {
    var timestamp = Long.toString(outside.clock().instant().getEpochSecond());
    var signature =
        Map.of(
            "timestamp", timestamp,
            "token", token,
            "signature", Signing.hex("HmacSHA256", Sandbox.MAILGUN_KEY, timestamp + token));
    return new ReportCall(
        "POST",
        outside.webhook(NAME),
        Map.of("Content-Type", "application/json"),
        Json.text(Map.of("signature", signature, "event-data", event)));
  }
}
