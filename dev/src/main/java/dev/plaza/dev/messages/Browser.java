package dev.plaza.dev.messages;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.KDF;
import javax.crypto.KeyAgreement;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.HKDFParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/// A pretended browser with a push subscription: it can read what is encrypted for it (RFC 8291).
final class Browser {

  private static final int SALT = 16;
  private static final int HEADER = SALT + 4 + 1;
  private static final int POINT = 65;

  private final KeyPair keys;
  private final byte[] auth = new byte[16];

  Browser() throws GeneralSecurityException {
    keys = ProviderKeys.pair("EC");
    new SecureRandom().nextBytes(auth);
  }

  String p256dh() {
    return url(publicPoint());
  }

  String auth() {
    return url(auth);
  }

  private byte[] publicPoint() {
    return ProviderKeys.point((ECPublicKey) keys.getPublic());
  }

  private static String url(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /// @throws GeneralSecurityException it is not for this browser, or broken
  String decrypt(byte[] body) throws GeneralSecurityException {
    if (body.length < HEADER + POINT || body[HEADER - 1] != POINT) {
      throw new GeneralSecurityException("too short, or without the sender's key");
    }
    var salt = Arrays.copyOf(body, SALT);
    var sender = Arrays.copyOfRange(body, HEADER, HEADER + POINT);
    var agreement = KeyAgreement.getInstance("ECDH");
    agreement.init(keys.getPrivate());
    agreement.doPhase(point(sender), true);
    var info =
        ByteBuffer.allocate(14 + 2 * POINT)
            .put(ascii("WebPush: info\0"))
            .put(publicPoint())
            .put(sender)
            .array();
    var secret = derive(auth, agreement.generateSecret(), info, 32);
    var cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(
        Cipher.DECRYPT_MODE,
        new SecretKeySpec(derive(salt, secret, ascii("Content-Encoding: aes128gcm\0"), 16), "AES"),
        new GCMParameterSpec(128, derive(salt, secret, ascii("Content-Encoding: nonce\0"), 12)));
    var padded = cipher.doFinal(body, HEADER + POINT, body.length - HEADER - POINT);
    var end = padded.length - 1;
    while (end >= 0 && padded[end] == 0) {
      end--;
    }
    return new String(padded, 0, Math.max(0, end), StandardCharsets.UTF_8);
  }

  private ECPublicKey point(byte[] bytes) throws GeneralSecurityException {
    var x = new BigInteger(1, Arrays.copyOfRange(bytes, 1, 33));
    var y = new BigInteger(1, Arrays.copyOfRange(bytes, 33, POINT));
    var curve = ((ECPublicKey) keys.getPublic()).getParams();
    return (ECPublicKey)
        KeyFactory.getInstance("EC").generatePublic(new ECPublicKeySpec(new ECPoint(x, y), curve));
  }

  private static byte[] derive(byte[] salt, byte[] input, byte[] info, int length)
      throws GeneralSecurityException {
    return KDF.getInstance("HKDF-SHA256")
        .deriveData(
            HKDFParameterSpec.ofExtract().addSalt(salt).addIKM(input).thenExpand(info, length));
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
