package dev.plaza.order.kitchen;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// `t=<unix seconds>,v1=<hex>` with `hex = HMAC-SHA256(secret, "<t>.<body>")`: the receiver checks
/// both the content and its age.
final class PosSignature {

  private PosSignature() {}

  static String of(String secret, long unixSeconds, String body) {
    try {
      var mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      var sum = mac.doFinal((unixSeconds + "." + body).getBytes(StandardCharsets.UTF_8));
      return "t=" + unixSeconds + ",v1=" + HexFormat.of().formatHex(sum);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has HmacSHA256", e);
    }
  }
}
