package dev.plaza.notify.webhook;

import dev.plaza.notify.provider.DeliveryReport;
import dev.plaza.notify.provider.DeliveryReport.Status;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Twilio's status callbacks. They carry no time of signing, so a replay is made harmless by the
/// event's id: message and status.
final class TwilioWebhook implements Webhook {

  private final String provider;
  private final Supplier<String> token;
  private final String url;
  private final Clock clock;

  TwilioWebhook(String provider, WebhookSettings settings, Clock clock) {
    this.provider = provider;
    this.token = settings.key()::reveal;
    this.url = settings.url();
    this.clock = clock;
  }

  @Override
  public Reading read(Call call) {
    if (!TwilioSignature.isGood(token.get(), url, call)) {
      throw Refusals.badSignature();
    }
    var fields = call.parameter(TwilioSignature.BODY_HASH).isEmpty() ? call.form() : json(call);
    var sid = field(fields, "MessageSid");
    if (sid.isEmpty()) {
      throw Refusals.malformed("MessageSid is missing.");
    }
    var report =
        field(fields, "OptOutType").equals("STOP")
            ? stop(sid, field(fields, "From"))
            : report(sid, fields, call.parameter("attempt"));
    return Reading.of(report == null ? List.of() : List.of(report));
  }

  private static Map<String, List<String>> json(Call call) {
    var body = Json.read(call.body());
    var fields = new java.util.HashMap<String, List<String>>();
    body.propertyNames().forEach(name -> fields.put(name, List.of(Json.text(body, name))));
    return fields;
  }

  private static String field(Map<String, List<String>> fields, String name) {
    return fields.getOrDefault(name, List.of("")).getFirst();
  }

  private DeliveryReport stop(String sid, String number) {
    return new DeliveryReport(
        provider,
        "",
        null,
        sid + ":stop",
        Status.UNSUBSCRIBED,
        number,
        clock.instant(),
        "stop",
        "the recipient sent STOP",
        true);
  }

  private @Nullable DeliveryReport report(
      String sid, Map<String, List<String>> fields, String attempt) {
    var word = field(fields, "MessageStatus");
    var error = field(fields, "ErrorCode");
    var status = status(word, error);
    return status == null
        ? null
        : new DeliveryReport(
            provider,
            sid,
            attempt.isEmpty() ? null : attempt,
            sid + ":" + word,
            status,
            field(fields, "To"),
            clock.instant(),
            error.isEmpty() ? word : "twilio_" + error,
            word,
            status == Status.BOUNCED || error.equals("21610"));
  }

  private static @Nullable Status status(String word, String error) {
    return switch (word) {
      case "accepted", "queued", "scheduled", "sending", "sent", "partially_delivered" ->
          Status.PROCESSED;
      case "delivered" -> Status.DELIVERED;
      case "read" -> Status.OPENED;
      case "canceled" -> Status.FAILED;
      case "failed", "undelivered" ->
          switch (error) {
            // The number does not exist, or cannot take an SMS.
            case "30005", "30006", "21614", "21211" -> Status.BOUNCED;
            default -> Status.FAILED;
          };
      default -> null;
    };
  }
}
