package dev.plaza.notify.provider.push;

import dev.plaza.notify.provider.Secret;
import java.net.URI;
import java.time.Duration;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// @param key the `.p8` signing key in PEM
/// @param topic the app's bundle id
/// @param connections APNs streams at most so many hundred pushes on each at once
/// @param caCertificate trusted instead of the JDK's authorities, in PEM; empty: those
public record ApnsSettings(
    @DefaultValue("https://api.push.apple.com") URI baseUrl,
    @DefaultValue("") String teamId,
    @DefaultValue("") String keyId,
    @DefaultValue("") Secret key,
    @DefaultValue("") String topic,
    @DefaultValue("2") int connections,
    @DefaultValue("") Secret caCertificate,
    @DefaultValue("15s") Duration timeout) {

  public ApnsSettings {
    if (teamId.isBlank() || keyId.isBlank() || key.isEmpty() || topic.isBlank()) {
      throw new IllegalArgumentException(
          "an APNs provider needs `team-id`, `key-id`, `key` and `topic`");
    }
    if (!"https".equals(baseUrl.getScheme()) || connections < 1 || connections > 64) {
      throw new IllegalArgumentException("an APNs provider needs https and 1 to 64 `connections`");
    }
  }
}
