package dev.plaza.notify.provider.push;

import dev.plaza.notify.provider.Outcome;
import dev.plaza.notify.provider.Outcome.Scope;
import dev.plaza.notify.provider.Outgoing.Push;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;

/// What the three push services have in common.
final class Payload {

  private static final JsonMapper JSON = JsonMapper.shared();
  private static final Pattern PLAIN_KEY = Pattern.compile("[A-Za-z0-9_-]+");
  private static final int HASHED_LENGTH = 32;

  private Payload() {}

  static byte[] json(Map<String, Object> value) {
    return JSON.writeValueAsBytes(value);
  }

  /// What our service worker shows.
  static byte[] forBrowser(Push push) {
    var payload = new LinkedHashMap<String, Object>();
    payload.put("title", push.title());
    payload.put("body", push.body());
    payload.put("data", push.data());
    return json(payload);
  }

  static Outcome tooLarge(int bytes, int max) {
    return new Outcome.Permanent(
        "payload_too_large", bytes + " bytes, at most " + max, Scope.MESSAGE, false);
  }

  /// `key` where the service takes it as it is, else a hash that replaces the same messages.
  static String collapseKey(String key, int lengthMax) {
    if (key.length() <= lengthMax && PLAIN_KEY.matcher(key).matches()) {
      return key;
    }
    try {
      var hash = MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
      return Base64.getUrlEncoder()
          .withoutPadding()
          .encodeToString(hash)
          .substring(0, HASHED_LENGTH);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-256 is missing", e);
    }
  }
}
