package dev.plaza.notify.provider.email;

import dev.plaza.notify.provider.Secret;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// @param baseUrl empty: the region's public endpoint
/// @param sessionToken of temporary credentials; empty with permanent ones
/// @param configurationSet names where SES publishes its events; empty: the identity's default
public record SesSettings(
    @DefaultValue("eu-central-1") String region,
    @Nullable URI baseUrl,
    @DefaultValue("") String accessKeyId,
    @DefaultValue("") Secret secretAccessKey,
    @DefaultValue("") Secret sessionToken,
    @DefaultValue("") String configurationSet,
    @DefaultValue("15s") Duration timeout) {

  public SesSettings {
    if (accessKeyId.isBlank() || secretAccessKey.isEmpty()) {
      throw new IllegalArgumentException(
          "an SES provider needs `access-key-id` and `secret-access-key`");
    }
  }

  URI endpoint() {
    return baseUrl == null ? URI.create("https://email." + region + ".amazonaws.com") : baseUrl;
  }
}
