package dev.plaza.notify.webhook;

import dev.plaza.notify.provider.Secret;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// `notify.webhooks.<provider>`: how that provider's calls are verified. Without its key every call
/// is refused.
///
/// @param key SendGrid: public key, base64; SES: a public key instead of Amazon's certificates;
///     Mailgun: signing key; Twilio: auth token; Kannel and bounces: shared secret
/// @param url Twilio: the public address that it calls, as it was told to it
/// @param topics SES: the SNS topics that are believed
/// @param window how far from now a call may have been signed; null: what suits the provider
record WebhookSettings(
    @Nullable Kind kind,
    @DefaultValue("") Secret key,
    @DefaultValue("") String url,
    @DefaultValue({}) List<String> topics,
    @Nullable Duration window) {

  enum Kind {
    SENDGRID,
    SES,
    MAILGUN,
    TWILIO,
    KANNEL,
    /// Bounces of the mail that SMTP servers took, forwarded whole by the mail server that got
    /// them.
    BOUNCE
  }

  WebhookSettings {
    topics = List.copyOf(topics);
    if (kind == null) {
      throw new IllegalArgumentException("a webhook needs its `kind`");
    }
    if (kind == Kind.TWILIO && url.isBlank()) {
      throw new IllegalArgumentException("a Twilio webhook needs its public `url`");
    }
  }

  Duration windowOr(Duration usual) {
    return window == null ? usual : window;
  }
}
