package dev.plaza.notify.provider.email;

import dev.plaza.notify.provider.Secret;
import java.net.URI;
import java.time.Duration;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// @param sandbox SendGrid checks the message and delivers nothing
public record SendGridSettings(
    @DefaultValue("https://api.sendgrid.com") URI baseUrl,
    @DefaultValue("") Secret apiKey,
    @DefaultValue("false") boolean sandbox,
    @DefaultValue("15s") Duration timeout) {

  public SendGridSettings {
    if (apiKey.isEmpty()) {
      throw new IllegalArgumentException("a SendGrid provider needs `api-key`");
    }
  }
}
