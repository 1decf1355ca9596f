package dev.plaza.dev.messages;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Signs as providers do.
final class Signing {

  private Signing() {}

  static String withKey(String algorithm, PrivateKey key, String text) {
    try {
      var signer = Signature.getInstance(algorithm);
      signer.initSign(key);
      signer.update(text.getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(signer.sign());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(algorithm + " failed", e);
    }
  }

  static String hex(String algorithm, String key, String text) {
    return HexFormat.of().formatHex(mac(algorithm, key, text));
  }

  static String base64(String algorithm, String key, String text) {
    return Base64.getEncoder().encodeToString(mac(algorithm, key, text));
  }

  private static byte[] mac(String algorithm, String key, String text) {
    try {
      var mac = Mac.getInstance(algorithm);
      mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), algorithm));
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(algorithm + " failed", e);
    }
  }
}
