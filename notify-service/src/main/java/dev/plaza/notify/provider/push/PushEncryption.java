package dev.plaza.notify.provider.push;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.interfaces.ECPublicKey;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.KDF;
import javax.crypto.KeyAgreement;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.HKDFParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/// Encrypts a push for one browser (RFC 8291, content coding `aes128gcm` of RFC 8188):
/// `salt(16) ‖ record size(4) ‖ 65 ‖ our public key(65) ‖ AES-128-GCM(plaintext ‖ 0x02)`.
///
/// Key pair and salt are new for every message.
final class PushEncryption {

  /// What push services must take, and no more: 4,096 bytes with header, padding byte and tag.
  static final int PLAINTEXT_MAX = 3_993;

  private static final int RECORD_SIZE = 4_096;
  private static final int SALT_LENGTH = 16;
  private static final int AUTH_LENGTH = 16;
  private static final int TAG_BITS = 128;
  private static final byte LAST_RECORD = 2;

  private final SecureRandom random = new SecureRandom();

  /// @param p256dh the browser's public key, base64url
  /// @param auth the browser's secret, base64url
  /// @throws GeneralSecurityException the subscription's keys are no keys
  byte[] encrypt(byte[] plaintext, String p256dh, String auth) throws GeneralSecurityException {
    var generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(Keys.P256, random);
    var salt = new byte[SALT_LENGTH];
    random.nextBytes(salt);
    return encrypt(plaintext, decoded(p256dh), decoded(auth), generator.generateKeyPair(), salt);
  }

  static byte[] encrypt(byte[] plaintext, byte[] browserKey, byte[] auth, KeyPair ours, byte[] salt)
      throws GeneralSecurityException {
    if (plaintext.length > PLAINTEXT_MAX) {
      throw new IllegalArgumentException("a push holds at most " + PLAINTEXT_MAX + " bytes");
    }
    if (auth.length != AUTH_LENGTH) {
      throw new GeneralSecurityException("the subscription's secret has the wrong length");
    }
    var ourKey = Keys.point((ECPublicKey) ours.getPublic());
    var secret = hkdf(auth, agree(ours, browserKey), info(browserKey, ourKey), 32);
    var key = hkdf(salt, secret, ascii("Content-Encoding: aes128gcm\0"), 16);
    var nonce = hkdf(salt, secret, ascii("Content-Encoding: nonce\0"), 12);
    var cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(
        Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG_BITS, nonce));
    var padded = ByteBuffer.allocate(plaintext.length + 1).put(plaintext).put(LAST_RECORD);
    var sealed = cipher.doFinal(padded.array());
    return ByteBuffer.allocate(SALT_LENGTH + 4 + 1 + ourKey.length + sealed.length)
        .put(salt)
        .putInt(RECORD_SIZE)
        .put((byte) ourKey.length)
        .put(ourKey)
        .put(sealed)
        .array();
  }

  private static byte[] agree(KeyPair ours, byte[] browserKey) throws GeneralSecurityException {
    var agreement = KeyAgreement.getInstance("ECDH");
    agreement.init(ours.getPrivate());
    agreement.doPhase(Keys.publicKey(browserKey), true);
    return agreement.generateSecret();
  }

  private static byte[] info(byte[] browserKey, byte[] ourKey) {
    var label = ascii("WebPush: info\0");
    return ByteBuffer.allocate(label.length + browserKey.length + ourKey.length)
        .put(label)
        .put(browserKey)
        .put(ourKey)
        .array();
  }

  private static byte[] hkdf(byte[] salt, byte[] input, byte[] info, int length)
      throws GeneralSecurityException {
    return KDF.getInstance("HKDF-SHA256")
        .deriveData(
            HKDFParameterSpec.ofExtract().addSalt(salt).addIKM(input).thenExpand(info, length));
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  static byte[] decoded(String base64url) throws GeneralSecurityException {
    try {
      return Base64.getUrlDecoder()
          .decode(base64url.replace('+', '-').replace('/', '_').replace("=", ""));
    } catch (IllegalArgumentException e) {
      throw new GeneralSecurityException("not base64url", e);
    }
  }
}
