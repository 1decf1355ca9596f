package dev.plaza.dev.messages;

import dev.plaza.dev.messages.Reports.ReportCall;
import dev.plaza.dev.web.HttpApi;
import dev.plaza.dev.web.Json;
import dev.plaza.dev.web.Reply;
import dev.plaza.dev.web.Request;
import java.security.PrivateKey;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/// Amazon SES v2 (`POST /ses/v2/email/outbound-emails`), and the SNS that carries its events, with
/// signature version 2. The notify service pins the public key instead of fetching a certificate.
final class SesSimulator {

  private static final String NAME = "ses";

  private final Outside outside;
  private final PrivateKey key;

  SesSimulator(Outside outside, PrivateKey key) {
    this.outside = outside;
    this.key = key;
  }

  void register(HttpApi server) {
    server.route("POST", "/ses/v2/email/outbound-emails", this::send);
  }

  private Reply send(Request request) throws InterruptedException {
    var authorization = request.header("Authorization");
    if (authorization == null || !authorization.startsWith("AWS4-HMAC-SHA256 ")) {
      return error(403, "UnrecognizedClientException", "The request is not signed.");
    }
    var mail = Json.tree(request.body());
    return outside
        .reception()
        .receive(
            NAME,
            () -> take(mail),
            status ->
                error(
                    status,
                    status == 429 ? "TooManyRequestsException" : "BadRequestException",
                    "refused on purpose"));
  }

  private static Reply.Answer error(int status, String type, String message) {
    return Reply.json(status, Map.of("message", message)).with("x-amzn-ErrorType", type);
  }

  private Reply take(JsonNode mail) {
    var id = Reception.hex(16) + "-000000";
    var simple = mail.path("Content").path("Simple");
    var to = mail.path("Destination").path("ToAddresses").path(0).asString("");
    var headers = new LinkedHashMap<String, String>();
    simple
        .path("Headers")
        .forEach(it -> headers.put(it.path("Name").asString(""), it.path("Value").asString("")));
    outside
        .mailbox()
        .add(
            new Mailbox.Draft(
                NAME,
                "email",
                id,
                MimeReader.decoded(mail.path("FromEmailAddress").asString("")),
                MimeReader.decoded(to),
                simple.path("Subject").path("Data").asString(""),
                simple.path("Body").path("Text").path("Data").asString(""),
                simple.path("Body").path("Html").path("Data").asString(""),
                headers));
    var tags = new LinkedHashMap<String, Object>();
    mail.path("EmailTags")
        .forEach(
            it -> tags.put(it.path("Name").asString(""), List.of(it.path("Value").asString(""))));
    story(id, to, tags);
    return Reply.json(200, Map.of("MessageId", id));
  }

  private void story(String id, String to, Map<String, Object> tags) {
    var address = address(to);
    report(id, to, tags, 0, "Send", Map.of());
    var bounced = List.of(Map.of("emailAddress", address, "action", "failed", "status", "5.1.1"));
    switch (Story.of(address)) {
      case BOUNCE -> report(id, to, tags, 500, "Bounce", bounce("Permanent", "General", bounced));
      case BLOCKED ->
          report(id, to, tags, 500, "Bounce", bounce("Transient", "ContentRejected", bounced));
      case DEFERRED -> {
        report(
            id,
            to,
            tags,
            300,
            "DeliveryDelay",
            Map.of(
                "delayType",
                "MailboxFull",
                "delayedRecipients",
                List.of(Map.of("emailAddress", address))));
        delivered(id, to, tags);
      }
      case COMPLAINT -> {
        delivered(id, to, tags);
        report(
            id,
            to,
            tags,
            1_000,
            "Complaint",
            Map.of(
                "complainedRecipients",
                List.of(Map.of("emailAddress", address)),
                "complaintFeedbackType",
                "abuse"));
      }
      case DELIVERED -> delivered(id, to, tags);
    }
  }

  private static Map<String, Object> bounce(String type, String subType, Object recipients) {
    return Map.of("bounceType", type, "bounceSubType", subType, "bouncedRecipients", recipients);
  }

  private void delivered(String id, String to, Map<String, Object> tags) {
    report(
        id,
        to,
        tags,
        600,
        "Delivery",
        Map.of("recipients", List.of(address(to)), "smtpResponse", "250 OK"));
  }

  private void report(
      String id,
      String to,
      Map<String, Object> tags,
      long afterMs,
      String type,
      Map<String, Object> part) {
    var now = outside.clock().instant();
    var timed = new LinkedHashMap<>(part);
    timed.put("timestamp", now.toString());
    var event =
        Map.of(
            "eventType",
            type,
            "mail",
            Map.of(
                "messageId",
                id,
                "timestamp",
                now.toString(),
                "destination",
                List.of(address(to)),
                "tags",
                tags),
            Character.toLowerCase(type.charAt(0)) + type.substring(1),
            timed);
    var message = Json.text(event);
    var messageId = UUID.randomUUID().toString();
    outside.reports().send(NAME, Duration.ofMillis(afterMs), () -> signed(message, messageId));
  }

  private ReportCall signed(String message, String messageId) {
    var now = Instant.ofEpochMilli(outside.clock().millis()).toString();
    var fields = new TreeMap<String, String>();
    fields.put("Message", message);
    fields.put("MessageId", messageId);
    fields.put("Timestamp", now);
    fields.put("TopicArn", Sandbox.TOPIC);
    fields.put("Type", "Notification");
    var text = new StringBuilder();
    fields.forEach((name, value) -> text.append(name).append('\n').append(value).append('\n'));
    fields.put("SignatureVersion", "2");
    fields.put("Signature", Signing.withKey("SHA256withRSA", key, text.toString()));
    fields.put(
        "SigningCertURL",
        "https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-sandbox.pem");
    return new ReportCall(
        "POST",
        outside.webhook(NAME),
        Map.of(
            "Content-Type", "text/plain; charset=UTF-8",
            "x-amz-sns-message-type", "Notification"),
        Json.text(fields));
  }

  private static String address(String mailbox) {
    var open = mailbox.lastIndexOf('<');
    return open < 0 ? mailbox : mailbox.substring(open + 1).replace(">", "");
  }
}
