package dev.plaza.notify.provider.email;

import dev.plaza.notify.provider.Secret;
import java.net.URI;
import java.time.Duration;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// @param domain the sending domain at Mailgun
/// @param testMode Mailgun accepts the message and delivers nothing
public record MailgunSettings(
    @DefaultValue("https://api.mailgun.net") URI baseUrl,
    @DefaultValue("") String domain,
    @DefaultValue("") Secret apiKey,
    @DefaultValue("false") boolean testMode,
    @DefaultValue("15s") Duration timeout) {

  public MailgunSettings {
    if (apiKey.isEmpty() || domain.isBlank()) {
      throw new IllegalArgumentException("a Mailgun provider needs `api-key` and `domain`");
    }
  }
}
