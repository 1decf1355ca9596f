package dev.plaza.notify.webhook;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// SES events by way of SNS. Only configured topics are looked at at all; their subscription is
/// confirmed when SNS asks for it.
final class SesWebhook implements Webhook {

  private static final Logger log = LoggerFactory.getLogger(SesWebhook.class);

  /// SNS goes on trying for about half an hour with the first signature.
  private static final Duration WINDOW = Duration.ofHours(1);

  private final SesEvents events;
  private final List<String> topics;
  private final SnsKeys keys;
  private final SnsFetch fetch;
  private final Duration window;
  private final Clock clock;

  SesWebhook(String provider, WebhookSettings settings, SnsFetch fetch, Clock clock) {
    this.events = new SesEvents(provider);
    this.topics = settings.topics();
    this.keys = new SnsKeys(settings.key(), fetch, clock);
    this.fetch = fetch;
    this.window = settings.windowOr(WINDOW);
    this.clock = clock;
  }

  @Override
  public Reading read(Call call) {
    var envelope = new SnsEnvelope(Json.read(call.body()));
    if (!topics.contains(envelope.topic())) {
      throw Refusals.notAllowed("This topic is not expected here.");
    }
    if (!isSigned(envelope)) {
      throw Refusals.badSignature();
    }
    Refusals.requireFresh(envelope.timestamp(), clock.instant(), window);
    return switch (envelope.type()) {
      case NOTIFICATION ->
          Reading.of(events.read(Json.read(envelope.text("Message")), envelope.text("MessageId")));
      case SUBSCRIPTION -> confirm(envelope);
      case UNSUBSCRIPTION -> {
        log.warn("SNS ended the subscription of {}", envelope.topic());
        yield Reading.of(List.of());
      }
    };
  }

  private boolean isSigned(SnsEnvelope envelope) {
    var text = envelope.signed();
    var algorithm = envelope.algorithm();
    var key = keys.key(envelope);
    if (key.isEmpty()) {
      return false;
    }
    try {
      var verifier = Signature.getInstance(algorithm);
      verifier.initVerify(key.get());
      verifier.update(text.getBytes(StandardCharsets.UTF_8));
      return verifier.verify(Base64.getDecoder().decode(envelope.text("Signature")));
    } catch (GeneralSecurityException | IllegalArgumentException _) {
      return false;
    }
  }

  private Reading confirm(SnsEnvelope envelope) {
    var url =
        SnsHost.subscription(envelope.text("SubscribeURL"), envelope.region(), envelope.topic())
            .orElseThrow(() -> Refusals.notAllowed("That is no address of SNS to confirm at."));
    try {
      fetch.fetch(url);
      log.info("Subscribed to {}", envelope.topic());
      return Reading.of(List.of());
    } catch (IOException e) {
      log.warn("The subscription of {} cannot be confirmed: {}", envelope.topic(), e.getMessage());
      throw new IllegalStateException("the subscription cannot be confirmed", e);
    }
  }
}
