package dev.plaza.notify.provider.sms;

import dev.plaza.notify.provider.Secret;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// @param baseUrl of the smsbox, e.g. `http://kannel:13013`
/// @param callbackUrl the public address of our webhook; null: no delivery reports
/// @param callbackKey signs the attempt in that address; needed with it
public record KannelSettings(
    @Nullable URI baseUrl,
    @DefaultValue("") String username,
    @DefaultValue("") Secret password,
    @DefaultValue("") String from,
    @Nullable URI callbackUrl,
    @DefaultValue("") Secret callbackKey,
    @DefaultValue("4h") Duration validity,
    @DefaultValue("15s") Duration timeout) {

  public KannelSettings {
    if (baseUrl == null || username.isBlank() || password.isEmpty()) {
      throw new IllegalArgumentException(
          "a Kannel provider needs `base-url`, `username` and `password`");
    }
    if (callbackUrl != null && callbackKey.isEmpty()) {
      throw new IllegalArgumentException(
          "a Kannel provider with `callback-url` needs `callback-key`");
    }
  }

  URI endpoint() {
    if (baseUrl == null) {
      throw new IllegalStateException("checked before");
    }
    return baseUrl;
  }
}
