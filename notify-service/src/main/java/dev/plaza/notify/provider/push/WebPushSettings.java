package dev.plaza.notify.provider.push;

import dev.plaza.notify.provider.Secret;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// @param publicKey our VAPID key, an uncompressed P-256 point in base64url
/// @param privateKey its scalar in base64url
/// @param subject how a push service reaches us: `mailto:` or `https:`
/// @param hosts push services that subscriptions may point to; a leading `*.` stands for one or
///     more labels. Anything else is refused: endpoints come from browsers and must not
///     make us call into our own network
/// @param origins further services by exact origin, also plain HTTP: for the local stack
public record WebPushSettings(
    @DefaultValue("") Secret publicKey,
    @DefaultValue("") Secret privateKey,
    @DefaultValue("") String subject,
    @DefaultValue({
          "fcm.googleapis.com",
          "updates.push.services.mozilla.com",
          "*.push.services.mozilla.com",
          "web.push.apple.com",
          "*.push.apple.com",
          "*.notify.windows.com"
        })
        List<String> hosts,
    @DefaultValue({}) List<String> origins,
    @DefaultValue("15s") Duration timeout) {

  public WebPushSettings {
    hosts = List.copyOf(hosts);
    origins = List.copyOf(origins);
    if (publicKey.isEmpty() || privateKey.isEmpty()) {
      throw new IllegalArgumentException(
          "a Web Push provider needs `public-key` and `private-key`");
    }
    if (!subject.startsWith("mailto:") && !subject.startsWith("https:")) {
      throw new IllegalArgumentException("`subject` must be a mailto: or https: address");
    }
  }
}
