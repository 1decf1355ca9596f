package dev.plaza.gateway.sandbox;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Who a service says it is: by the Basic scheme, or by `client_id` and `client_secret` of the form
/// (RFC 6749 §2.3.1).
///
/// @param grantType null: none was named
record ClientCredentials(String id, String secret, @Nullable String grantType) {

  private static final String BASIC = "Basic ";

  static ClientCredentials of(@Nullable String authorization, byte[] body) {
    var form = form(new String(body, StandardCharsets.UTF_8));
    String grantType = form.get("grant_type");
    if (authorization == null || !authorization.regionMatches(true, 0, BASIC, 0, BASIC.length())) {
      return new ClientCredentials(
          form.getOrDefault("client_id", ""), form.getOrDefault("client_secret", ""), grantType);
    }
    String pair = decoded(authorization.substring(BASIC.length()).strip());
    int colon = pair.indexOf(':');
    return colon < 0
        ? new ClientCredentials("", "", grantType)
        : new ClientCredentials(
            text(pair.substring(0, colon)), text(pair.substring(colon + 1)), grantType);
  }

  /// In constant time, also for clients that do not exist.
  boolean areOf(Map<String, String> clients) {
    String known = clients.getOrDefault(id, "");
    return MessageDigest.isEqual(
            known.getBytes(StandardCharsets.UTF_8), secret.getBytes(StandardCharsets.UTF_8))
        && !known.isEmpty();
  }

  private static String decoded(String base64) {
    try {
      return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException _) {
      return "";
    }
  }

  private static Map<String, String> form(String body) {
    var form = new HashMap<String, String>();
    for (String part : body.split("&", -1)) {
      int equals = part.indexOf('=');
      if (equals > 0) {
        form.put(text(part.substring(0, equals)), text(part.substring(equals + 1)));
      }
    }
    return form;
  }

  private static String text(String encoded) {
    try {
      return URLDecoder.decode(encoded, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException _) {
      return "";
    }
  }

  @Override
  public String toString() {
    return "ClientCredentials[" + id + "]";
  }
}
