package dev.plaza.platform.idempotency;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/// SHA-256 of a request's body as the service understood it: field order, white space and unknown
/// fields make no other request.
final class Fingerprint {

  private Fingerprint() {}

  static byte[] of(byte[] body) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(body);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
