package dev.plaza.gateway.sandbox;

import java.nio.file.Path;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// @param keyFile where the signing key is kept, so that tokens outlive a restart
/// @param clients secrets of the services that may ask for a token of their own, by client id
@ConfigurationProperties("plaza.sandbox")
record SandboxProperties(
    @DefaultValue(".data/sandbox/key.pem") Path keyFile, Map<String, String> clients) {

  private static final Map<String, String> CLIENTS =
      Map.of("order-service", "order-service-sandbox-secret");

  SandboxProperties {
    clients = clients == null || clients.isEmpty() ? CLIENTS : Map.copyOf(clients);
  }
}
