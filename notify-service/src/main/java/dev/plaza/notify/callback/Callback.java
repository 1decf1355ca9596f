package dev.plaza.notify.callback;

import dev.plaza.notify.provider.Signatures;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/// Where a service is told, and the secrets it knows us by.
///
/// @param formerSecret signs too until it is replaced again, so that a service can change over
/// @param disabledAt since when it is not called any more
record Callback(
    String caller,
    String url,
    String secret,
    @Nullable String formerSecret,
    @Nullable Instant disabledAt,
    @Nullable String reason) {

  private static final String PREFIX = "whsec_";

  static String secret(byte[] random) {
    return PREFIX + Base64.getEncoder().encodeToString(random);
  }

  /// As the Standard Webhooks specification says: `v1,base64(HMAC-SHA256(secret,
  /// "id.timestamp.body"))` for each secret, over the very bytes that are sent.
  String signatures(String id, long timestamp, byte[] body) {
    String own = signature(secret, id, timestamp, body);
    return formerSecret == null ? own : own + " " + signature(formerSecret, id, timestamp, body);
  }

  private static String signature(String secret, String id, long timestamp, byte[] body) {
    byte[] head = (id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8);
    byte[] signed = ByteBuffer.allocate(head.length + body.length).put(head).put(body).array();
    byte[] key = Base64.getDecoder().decode(secret.substring(PREFIX.length()));
    return "v1," + Base64.getEncoder().encodeToString(Signatures.hmac("HmacSHA256", key, signed));
  }

  @Override
  public String toString() {
    return "Callback[" + caller + "]";
  }
}
