package dev.plaza.notify.provider.push;

import dev.plaza.notify.provider.Secret;
import java.net.URI;
import java.time.Duration;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// @param credentials the service account's JSON file, usually as `file:…`
public record FcmSettings(
    @DefaultValue("https://fcm.googleapis.com") URI baseUrl,
    @DefaultValue("") Secret credentials,
    @DefaultValue("15s") Duration timeout) {

  public FcmSettings {
    if (credentials.isEmpty()) {
      throw new IllegalArgumentException("an FCM provider needs `credentials`");
    }
  }
}
