package dev.plaza.notify.webhook;

import dev.plaza.notify.provider.DeliveryReport;
import dev.plaza.notify.provider.DeliveryReport.Status;
import dev.plaza.notify.provider.HeaderText;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// SendGrid's event webhook: an array of events, signed with ECDSA over timestamp and raw body.
///
/// `bounce` of type `blocked` is no hard bounce. The message's id is the part of `sg_message_id`
/// before its first dot.
final class SendGridWebhook implements Webhook {

  static final String SIGNATURE = "X-Twilio-Email-Event-Webhook-Signature";
  static final String TIMESTAMP = "X-Twilio-Email-Event-Webhook-Timestamp";

  private static final Duration WINDOW = Duration.ofMinutes(10);
  private static final Set<String> DROPPED_FOR_GOOD =
      Set.of("Bounced Address", "Spam Reporting Address");

  private final String provider;
  private final Supplier<PublicKey> key;
  private final Duration window;
  private final Clock clock;

  SendGridWebhook(String provider, WebhookSettings settings, Clock clock) {
    this.provider = provider;
    this.key = Once.of(() -> key(settings.key().reveal()));
    this.window = settings.windowOr(WINDOW);
    this.clock = clock;
  }

  private static PublicKey key(String base64) {
    try {
      var spec = new X509EncodedKeySpec(Base64.getDecoder().decode(base64));
      return KeyFactory.getInstance("EC").generatePublic(spec);
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new IllegalStateException("the public key of a SendGrid webhook is broken", e);
    }
  }

  @Override
  public Reading read(Call call) {
    var timestamp = call.header(TIMESTAMP);
    if (!isSigned(timestamp, call)) {
      throw Refusals.badSignature();
    }
    Refusals.requireFresh(Refusals.seconds(timestamp), clock.instant(), window);
    var events = Json.read(call.body());
    if (!events.isArray()) {
      throw Refusals.malformed("An array of events is expected.");
    }
    var reports = new ArrayList<DeliveryReport>();
    for (var event : events) {
      var report = report(event);
      if (report != null) {
        reports.add(report);
      }
    }
    return Reading.of(reports);
  }

  private boolean isSigned(String timestamp, Call call) {
    try {
      var verifier = Signature.getInstance("SHA256withECDSA");
      verifier.initVerify(key.get());
      verifier.update(timestamp.getBytes(java.nio.charset.StandardCharsets.UTF_8));
      verifier.update(call.body());
      return verifier.verify(Base64.getDecoder().decode(call.header(SIGNATURE)));
    } catch (GeneralSecurityException | IllegalArgumentException _) {
      return false;
    }
  }

  private @Nullable DeliveryReport report(JsonNode event) {
    var status = status(event);
    var eventId = Json.text(event, "sg_event_id");
    if (status == null || eventId.isEmpty()) {
      return null;
    }
    var messageId = Json.text(event, "sg_message_id");
    var dot = messageId.indexOf('.');
    var reason = Json.text(event, "reason");
    return new DeliveryReport(
        provider,
        dot < 0 ? messageId : messageId.substring(0, dot),
        Json.orNull(event, "attempt_id"),
        eventId,
        status,
        Json.orNull(event, "email"),
        Instant.ofEpochSecond(event.path("timestamp").asLong(clock.instant().getEpochSecond())),
        code(event),
        HeaderText.detail(reason.isEmpty() ? Json.text(event, "response") : reason),
        status == Status.BOUNCED
            || status == Status.COMPLAINED
            || (status == Status.FAILED && DROPPED_FOR_GOOD.contains(reason)));
  }

  private static String code(JsonNode event) {
    var status = Json.text(event, "status");
    return status.isEmpty() ? Json.text(event, "event") : status;
  }

  private static @Nullable Status status(JsonNode event) {
    return switch (Json.text(event, "event")) {
      case "processed" -> Status.PROCESSED;
      case "deferred" -> Status.DEFERRED;
      case "delivered" -> Status.DELIVERED;
      case "bounce" -> Json.text(event, "type").equals("blocked") ? Status.FAILED : Status.BOUNCED;
      case "blocked", "dropped" -> Status.FAILED;
      case "spamreport" -> Status.COMPLAINED;
      case "unsubscribe", "group_unsubscribe" -> Status.UNSUBSCRIBED;
      case "open" -> Status.OPENED;
      case "click" -> Status.CLICKED;
      default -> null;
    };
  }
}
