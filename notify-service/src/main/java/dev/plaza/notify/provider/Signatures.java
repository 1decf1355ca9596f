package dev.plaza.notify.provider;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Keyed hashes, and their comparison in constant time.
public final class Signatures {

  private Signatures() {}

  public static byte[] hmac(String algorithm, String key, String text) {
    return hmac(
        algorithm, key.getBytes(StandardCharsets.UTF_8), text.getBytes(StandardCharsets.UTF_8));
  }

  /// @param algorithm `HmacSHA256`, or `HmacSHA1` where the other side knows no better
  public static byte[] hmac(String algorithm, byte[] key, byte[] text) {
    try {
      var mac = Mac.getInstance(algorithm);
      mac.init(new SecretKeySpec(key, algorithm));
      return mac.doFinal(text);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(algorithm + " is missing", e);
    }
  }

  public static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  public static boolean same(String expected, String given) {
    return MessageDigest.isEqual(
        expected.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
  }
}
