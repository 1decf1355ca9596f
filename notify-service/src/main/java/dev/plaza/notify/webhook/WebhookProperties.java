package dev.plaza.notify.webhook;

import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// @param webhooks by the id of the provider that calls
@ConfigurationProperties("notify")
record WebhookProperties(@DefaultValue Map<String, WebhookSettings> webhooks) {

  WebhookProperties {
    webhooks = Map.copyOf(webhooks);
  }
}
