package dev.plaza.dev.messages;

import dev.plaza.dev.messages.Reports.ReportCall;
import dev.plaza.dev.web.HttpApi;
import dev.plaza.dev.web.Json;
import dev.plaza.dev.web.Reply;
import dev.plaza.dev.web.Request;
import java.security.PrivateKey;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// SendGrid v3: `POST /sendgrid/v3/mail/send`, and its signed event webhook.
final class SendGridSimulator {

  private static final String NAME = "sendgrid";

  private final Reception reception;
  private final Mailbox mailbox;
  private final Reports reports;
  private final PrivateKey key;
  private final String webhook;
  private final Clock clock;

  SendGridSimulator(Outside outside, PrivateKey key) {
    this.reception = outside.reception();
    this.mailbox = outside.mailbox();
    this.reports = outside.reports();
    this.clock = outside.clock();
    this.key = key;
    this.webhook = outside.webhook(NAME);
  }

  void register(HttpApi server) {
    server.route("POST", "/sendgrid/v3/mail/send", this::send);
  }

  private Reply send(Request request) throws InterruptedException {
    var authorization = request.header("Authorization");
    if (authorization == null || !authorization.startsWith("Bearer ")) {
      return refusal(401);
    }
    var mail = Json.tree(request.body());
    var to = mail.path("personalizations").path(0).path("to").path(0).path("email").asString("");
    if (!to.contains("@")) {
      return error(400, "Does not contain a valid address.", "personalizations.0.to.0.email");
    }
    var types = mail.path("content");
    if (!types.path(0).path("type").asString("").equals("text/plain")) {
      return error(400, "The content must start with text/plain.", "content");
    }
    return reception.receive(NAME, () -> take(mail, to), SendGridSimulator::refusal);
  }

  private Reply take(JsonNode mail, String to) {
    var ref = Reception.hex(11);
    var headers = new LinkedHashMap<String, String>();
    mail.path("headers")
        .properties()
        .forEach(it -> headers.put(it.getKey(), it.getValue().asString("")));
    mailbox.add(
        new Mailbox.Draft(
            NAME,
            "email",
            ref,
            mail.path("from").path("email").asString(""),
            to,
            mail.path("subject").asString(""),
            mail.path("content").path(0).path("value").asString(""),
            mail.path("content").path(1).path("value").asString(""),
            headers));
    var arguments = mail.path("personalizations").path(0).path("custom_args");
    story(ref, to, arguments);
    return new Reply.Answer(202, Map.of("X-Message-Id", ref), "");
  }

  private void story(String ref, String to, JsonNode arguments) {
    report(ref, to, arguments, 0, Map.of("event", "processed"));
    var story = Story.of(to);
    if (story == Story.DEFERRED) {
      report(
          ref,
          to,
          arguments,
          300,
          Map.of("event", "deferred", "response", "451 4.7.1 try again", "attempt", "1"));
    }
    report(
        ref,
        to,
        arguments,
        600,
        switch (story) {
          case BOUNCE ->
              Map.of(
                  "event",
                  "bounce",
                  "type",
                  "bounce",
                  "status",
                  "5.1.1",
                  "reason",
                  "550 5.1.1 no such user");
          case BLOCKED ->
              Map.of(
                  "event",
                  "bounce",
                  "type",
                  "blocked",
                  "status",
                  "5.7.1",
                  "reason",
                  "554 5.7.1 blocked by policy");
          case DELIVERED, DEFERRED, COMPLAINT -> Map.of("event", "delivered", "response", "250 OK");
        });
    if (story == Story.COMPLAINT) {
      report(ref, to, arguments, 1_000, Map.of("event", "spamreport"));
    }
  }

  private void report(
      String ref, String to, JsonNode arguments, long afterMs, Map<String, String> what) {
    var event = new LinkedHashMap<String, Object>(what);
    event.put("email", to);
    event.put("timestamp", clock.instant().plusMillis(afterMs).getEpochSecond());
    event.put("sg_event_id", Reception.hex(12));
    event.put("sg_message_id", ref + ".filter0001.1234.5678-1");
    arguments.properties().forEach(it -> event.put(it.getKey(), it.getValue().asString("")));
    var body = Json.text(List.of(event)) + "\r\n";
    reports.send(NAME, Duration.ofMillis(afterMs), () -> signed(body));
  }

  private ReportCall signed(String body) {
    var timestamp = Long.toString(clock.instant().getEpochSecond());
    return new ReportCall(
        "POST",
        webhook,
        Map.of(
            "Content-Type",
            "application/json",
            "X-Twilio-Email-Event-Webhook-Timestamp",
            timestamp,
            "X-Twilio-Email-Event-Webhook-Signature",
            Signing.withKey("SHA256withECDSA", key, timestamp + body)),
        body);
  }

  private static Reply.Answer refusal(int status) {
    return error(status, "refused on purpose or without a key", "");
  }

  private static Reply.Answer error(int status, String message, String field) {
    return Reply.json(
        status, Map.of("errors", List.of(Map.of("message", message, "field", field))));
  }
}
