package dev.plaza.notify.webhook;

import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/// The webhooks that are configured, by the id of the provider that calls.
@Component
class Webhooks {

  private static final Logger log = LoggerFactory.getLogger(Webhooks.class);

  private final Map<String, Webhook> byProvider = new HashMap<>();

  Webhooks(WebhookProperties properties, SnsFetch fetch, Clock clock) {
    properties
        .webhooks()
        .forEach((id, settings) -> byProvider.put(id, webhook(id, settings, fetch, clock)));
  }

  Optional<Webhook> of(String provider) {
    return Optional.ofNullable(byProvider.get(provider));
  }

  private static Webhook webhook(String id, WebhookSettings settings, SnsFetch fetch, Clock clock) {
    return switch (settings.kind()) {
      case SES -> new SesWebhook(id, settings, fetch, clock);
      case SENDGRID -> keyed(id, settings, new SendGridWebhook(id, settings, clock));
      case MAILGUN -> keyed(id, settings, new MailgunWebhook(id, settings, clock));
      case TWILIO -> keyed(id, settings, new TwilioWebhook(id, settings, clock));
      case KANNEL -> keyed(id, settings, new KannelWebhook(id, settings, clock));
      case BOUNCE -> keyed(id, settings, new BounceWebhook(id, settings, clock));
      case null -> throw new IllegalArgumentException("a webhook needs its kind");
    };
  }

  /// An empty key would let everybody sign: then nobody is believed.
  private static Webhook keyed(String id, WebhookSettings settings, Webhook webhook) {
    if (!settings.key().isEmpty()) {
      return webhook;
    }
    log.error("notify.webhooks.{}.key is not set: every call of {} is refused", id, id);
    return _ -> {
      log.warn("Refused a call of {}: notify.webhooks.{}.key is not set", id, id);
      throw Refusals.badSignature();
    };
  }
}
