package dev.plaza.dev.messages;

import dev.plaza.dev.messages.Reports.ReportCall;
import dev.plaza.dev.web.HttpApi;
import dev.plaza.dev.web.Reply;
import dev.plaza.dev.web.Request;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/// Twilio: `POST /twilio/2010-04-01/Accounts/{sid}/Messages.json`, and its status callbacks.
final class TwilioSimulator {

  private static final String NAME = "twilio";

  private final Outside outside;

  TwilioSimulator(Outside outside) {
    this.outside = outside;
  }

  void register(HttpApi server) {
    server.route("POST", "/twilio/2010-04-01/Accounts/{account}/Messages.json", this::send);
  }

  private Reply send(Request request) throws InterruptedException {
    var authorization = request.header("Authorization");
    if (authorization == null || !authorization.startsWith("Basic ")) {
      return error(401, 20003, "Authenticate");
    }
    var fields = FormFields.parse(request.body());
    var to = fields.getOrDefault("To", "");
    if (!to.matches("\\+\\d{7,15}")) {
      return error(400, 21211, "Invalid 'To' Phone Number");
    }
    if (Story.of(to) == Story.COMPLAINT) {
      return error(400, 21610, "Attempt to send to unsubscribed recipient");
    }
    return outside
        .reception()
        .receive(
            NAME,
            () -> take(request.at("account"), to, fields),
            status -> error(status, status == 429 ? 20429 : 0, "refused on purpose"));
  }

  private static Reply.Answer error(int status, int code, String message) {
    return Reply.json(status, Map.of("code", code, "message", message, "status", status));
  }

  private Reply take(String account, String to, Map<String, String> fields) {
    var sid = "SM" + Reception.hex(16);
    outside
        .mailbox()
        .add(
            new Mailbox.Draft(
                NAME,
                "sms",
                sid,
                fields.getOrDefault("From", ""),
                to,
                "",
                fields.getOrDefault("Body", ""),
                "",
                Map.of("ValidityPeriod", fields.getOrDefault("ValidityPeriod", ""))));
    var callback = fields.getOrDefault("StatusCallback", "");
    if (!callback.isEmpty()) {
      story(callback, account, sid, to, fields.getOrDefault("From", ""));
    }
    return Reply.json(
        201, Map.of("sid", sid, "status", "queued", "num_segments", "1", "account_sid", account));
  }

  private void story(String callback, String account, String sid, String to, String from) {
    var fields = new TreeMap<String, String>();
    fields.put("AccountSid", account);
    fields.put("MessageSid", sid);
    fields.put("To", to);
    fields.put("From", from);
    report(callback, fields, 200, "sent", "");
    switch (Story.of(to)) {
      case BOUNCE -> report(callback, fields, 600, "undelivered", "30005");
      case BLOCKED -> report(callback, fields, 600, "undelivered", "30007");
      case DEFERRED -> report(callback, fields, 600, "undelivered", "30003");
      case DELIVERED, COMPLAINT -> report(callback, fields, 600, "delivered", "");
    }
  }

  private void report(
      String url, Map<String, String> common, long afterMs, String status, String error) {
    var fields = new TreeMap<>(common);
    fields.put("MessageStatus", status);
    if (!error.isEmpty()) {
      fields.put("ErrorCode", error);
    }
    var signed = new StringBuilder(url);
    fields.forEach((name, value) -> signed.append(name).append(value));
    var callback =
        new ReportCall(
            "POST",
            url,
            Map.of(
                "Content-Type",
                "application/x-www-form-urlencoded",
                "X-Twilio-Signature",
                Signing.base64("HmacSHA1", Sandbox.TWILIO_TOKEN, signed.toString())),
            FormFields.write(fields));
    outside.reports().send(NAME, Duration.ofMillis(afterMs), () -> callback);
  }
}
