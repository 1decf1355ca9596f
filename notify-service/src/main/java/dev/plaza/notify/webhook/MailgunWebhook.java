package dev.plaza.notify.webhook;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.plaza.notify.provider.DeliveryReport;
import dev.plaza.notify.provider.DeliveryReport.Status;
import dev.plaza.notify.provider.HeaderText;
import dev.plaza.notify.provider.Signatures;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Mailgun's webhooks: the signature covers a timestamp and a token but not the event, so a token
/// is good for one call.
///
/// The token is remembered once the event is stored, for as long as its timestamp is believed; a
/// call with a known token is answered and ignored.
final class MailgunWebhook implements Webhook {

  private static final Duration WINDOW = Duration.ofMinutes(15);
  private static final int TOKENS_MAX = 200_000;
  private static final int TOKEN_LENGTH_MAX = 100;
  private static final Set<String> HARD = Set.of("bounce", "suppress-bounce");
  private static final Set<String> UNWANTED = Set.of("suppress-complaint", "suppress-unsubscribe");

  private final String provider;
  private final Supplier<String> key;
  private final Duration window;
  private final Clock clock;
  private final Cache<String, Boolean> tokens;

  MailgunWebhook(String provider, WebhookSettings settings, Clock clock) {
    this.provider = provider;
    this.key = settings.key()::reveal;
    this.window = settings.windowOr(WINDOW);
    this.clock = clock;
    this.tokens =
        Caffeine.newBuilder()
            .maximumSize(TOKENS_MAX)
            .expireAfterWrite(window.multipliedBy(2))
            .build();
  }

  /// Only the three signed fields are read before the signature is known to be good.
  @Override
  public Reading read(Call call) {
    var body = Json.read(call.body());
    var signature = body.path("signature");
    var timestamp = Json.text(signature, "timestamp");
    var token = Json.text(signature, "token");
    var expected = Signatures.hex(Signatures.hmac("HmacSHA256", key.get(), timestamp + token));
    if (token.isEmpty()
        || token.length() > TOKEN_LENGTH_MAX
        || !Signatures.same(expected, Json.text(signature, "signature"))) {
      throw Refusals.badSignature();
    }
    Refusals.requireFresh(Refusals.seconds(timestamp), clock.instant(), window);
    if (tokens.getIfPresent(token) != null) {
      return Reading.of(List.of());
    }
    var report = report(body.path("event-data"));
    return new Reading(report == null ? List.of() : List.of(report), () -> tokens.put(token, true));
  }

  private @Nullable DeliveryReport report(JsonNode event) {
    var status = status(event);
    var id = Json.text(event, "id");
    if (status == null || id.isEmpty()) {
      return null;
    }
    var at = Instant.ofEpochMilli((long) (event.path("timestamp").asDouble(0) * 1_000));
    var delivery = event.path("delivery-status");
    var code = Json.text(delivery, "code");
    var words = Json.text(delivery, "message");
    var reason = Json.text(event, "reason");
    return new DeliveryReport(
        provider,
        Json.text(event.path("message").path("headers"), "message-id"),
        Json.orNull(event.path("user-variables"), "attempt_id"),
        // An event's id is unique within its day only.
        id + "@" + at.getEpochSecond() / Duration.ofDays(1).toSeconds(),
        status,
        Json.orNull(event, "recipient"),
        at,
        code.isEmpty() ? Json.text(event, "event") : code,
        HeaderText.detail(words.isEmpty() ? Json.text(delivery, "description") : words),
        status == Status.BOUNCED
            || status == Status.COMPLAINED
            || (status == Status.FAILED && UNWANTED.contains(reason)));
  }

  private static @Nullable Status status(JsonNode event) {
    return switch (Json.text(event, "event")) {
      case "accepted" -> Status.PROCESSED;
      case "delivered" -> Status.DELIVERED;
      case "rejected" -> Status.FAILED;
      case "failed" -> {
        if (Json.text(event, "severity").equals("temporary")) {
          yield Status.DEFERRED;
        }
        yield HARD.contains(Json.text(event, "reason")) ? Status.BOUNCED : Status.FAILED;
      }
      case "complained" -> Status.COMPLAINED;
      case "unsubscribed" -> Status.UNSUBSCRIBED;
      case "opened" -> Status.OPENED;
      case "clicked" -> Status.CLICKED;
      default -> null;
    };
  }
}
