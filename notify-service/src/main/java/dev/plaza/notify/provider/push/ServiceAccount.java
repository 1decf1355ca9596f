package dev.plaza.notify.provider.push;

import dev.plaza.notify.provider.Secret;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.interfaces.RSAPrivateKey;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Who we are to Google.
record ServiceAccount(String projectId, String clientEmail, RSAPrivateKey key, URI tokenUri) {

  static ServiceAccount of(Secret credentials) {
    try {
      var json = JsonMapper.shared().readTree(credentials.reveal());
      return new ServiceAccount(
          text(json, "project_id"),
          text(json, "client_email"),
          Keys.rsa(text(json, "private_key")),
          URI.create(text(json, "token_uri")));
    } catch (GeneralSecurityException | JacksonException e) {
      // Its message could quote the key.
      throw new IllegalArgumentException(
          "the service account's JSON cannot be read: " + e.getClass().getSimpleName());
    }
  }

  private static String text(JsonNode json, String field) {
    var text = json.path(field).asString("");
    if (text.isEmpty()) {
      throw new IllegalArgumentException("the service account's JSON lacks " + field);
    }
    return text;
  }

  @Override
  public String toString() {
    return "ServiceAccount[" + projectId + "]";
  }
}
