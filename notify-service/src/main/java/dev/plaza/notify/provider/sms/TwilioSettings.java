package dev.plaza.notify.provider.sms;

import dev.plaza.notify.provider.Secret;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// @param from a number or a sender name; or `messagingServiceSid`
/// @param callbackUrl the public address of our webhook; null: Twilio reports nothing
public record TwilioSettings(
    @DefaultValue("https://api.twilio.com") URI baseUrl,
    @DefaultValue("") String accountSid,
    @DefaultValue("") Secret authToken,
    @DefaultValue("") String from,
    @DefaultValue("") String messagingServiceSid,
    @Nullable URI callbackUrl,
    @DefaultValue("4h") Duration validity,
    @DefaultValue("15s") Duration timeout) {

  public TwilioSettings {
    if (accountSid.isBlank() || authToken.isEmpty()) {
      throw new IllegalArgumentException("a Twilio provider needs `account-sid` and `auth-token`");
    }
    if (from.isBlank() == messagingServiceSid.isBlank()) {
      throw new IllegalArgumentException(
          "a Twilio provider needs either `from` or `messaging-service-sid`");
    }
  }
}
