package dev.plaza.platform.paging;

import dev.plaza.platform.problem.CommonProblem;
import dev.plaza.platform.problem.ProblemException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/// Cursors of lists: opaque to clients, and signed, so that what comes back is what was given out.
///
/// A cursor belongs to a scope (the list, its caller, its filters): under another one it is
/// refused. Form: base64url(mac, parts joined by U+001F), mac = HMAC-SHA256(scope, parts)[0..16).
public final class Cursors {

  private static final int LIMIT_DEFAULT = 20;
  private static final int LIMIT_MAX = 100;
  private static final int MAC_BYTES = 16;
  private static final int CURSOR_CHARS_MAX = 2_000;
  private static final String SEPARATOR = "\u001F";

  private final SecretKeySpec key;

  public Cursors(String secret) {
    this.key = new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256");
  }

  /// @return `limit` or the default; 400 outside 1 to 100
  public static int limit(@Nullable Integer limit) {
    if (limit == null) {
      return LIMIT_DEFAULT;
    }
    if (limit < 1 || limit > LIMIT_MAX) {
      throw new ProblemException(CommonProblem.MALFORMED, "The limit is out of range.")
          .at("limit", "is not in 1.." + LIMIT_MAX);
    }
    return limit;
  }

  public String encode(String scope, Object... parts) {
    String text = String.join(SEPARATOR, Arrays.stream(parts).map(String::valueOf).toList());
    byte[] payload = text.getBytes(StandardCharsets.UTF_8);
    byte[] cursor = Arrays.copyOf(mac(scope, payload), MAC_BYTES + payload.length);
    System.arraycopy(payload, 0, cursor, MAC_BYTES, payload.length);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(cursor);
  }

  /// @return the parts given to [#encode]; 400 `bad_cursor` for anything else
  public List<String> decode(String scope, String cursor) {
    byte[] bytes = bytes(cursor);
    byte[] payload = Arrays.copyOfRange(bytes, MAC_BYTES, bytes.length);
    if (!MessageDigest.isEqual(
        Arrays.copyOf(bytes, MAC_BYTES), Arrays.copyOf(mac(scope, payload), MAC_BYTES))) {
      throw bad();
    }
    return List.of(new String(payload, StandardCharsets.UTF_8).split(SEPARATOR, -1));
  }

  private static byte[] bytes(String cursor) {
    if (cursor.length() > CURSOR_CHARS_MAX) {
      throw bad();
    }
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(cursor);
      if (bytes.length < MAC_BYTES) {
        throw bad();
      }
      return bytes;
    } catch (IllegalArgumentException _) {
      throw bad();
    }
  }

  private byte[] mac(String scope, byte[] payload) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(key);
      mac.update(scope.getBytes(StandardCharsets.UTF_8));
      mac.update((byte) 0);
      return mac.doFinal(payload);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has HmacSHA256", e);
    }
  }

  private static ProblemException bad() {
    return new ProblemException(
            CommonProblem.BAD_CURSOR, "Take cursors as they are, and only for the same list.")
        .at("cursor", "is broken or belongs to another list");
  }
}
