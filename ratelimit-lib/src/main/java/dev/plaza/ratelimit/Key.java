package dev.plaza.ratelimit;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;

/// Something that requests are counted by, hashed once. Buckets are found by the 128-bit hash
/// alone, so it is keyed with a secret of this process: nobody can aim at somebody else's bucket.
public final class Key {

  private static final long K0 = new SecureRandom().nextLong();
  private static final long K1 = new SecureRandom().nextLong();
  private static final int TEXT_MAX = 64;

  final long first;
  final long second;
  private final String text;

  private Key(String text, long first, long second) {
    this.text = text;
    this.first = first;
    this.second = second;
  }

  public static Key of(String text) {
    var hash = new SipHash(K0, K1);
    hash.add(text);
    hash.end();
    return new Key(text, hash.first, hash.second);
  }

  public String text() {
    return text;
  }

  /// The text as part of a longer key: its length goes first, so that `a.b` + `c` and `a` + `b.c`
  /// stay apart whatever they contain; a long text is represented by its digest.
  static String segment(String text) {
    if (text.length() <= TEXT_MAX) {
      return text.length() + ":" + text;
    }
    try {
      var digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return "#:" + Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public String toString() {
    return text;
  }

  /// SipHash-1-3 with 128 bits of result, over the characters of a string.
  private static final class SipHash {
    private long v0;
    private long v1;
    private long v2;
    private long v3;
    long first;
    long second;

    SipHash(long k0, long k1) {
      v0 = k0 ^ 0x736f6d6570736575L;
      v1 = k1 ^ 0x646f72616e646f6dL ^ 0xee;
      v2 = k0 ^ 0x6c7967656e657261L;
      v3 = k1 ^ 0x7465646279746573L;
    }

    void add(String text) {
      var length = text.length();
      long word = 0;
      for (var i = 0; i < length; i++) {
        word = (word << 16) | text.charAt(i);
        if ((i & 3) == 3) {
          word(word);
          word = 0;
        }
      }
      word(word);
      word(length);
    }

    private void word(long word) {
      v3 ^= word;
      round();
      v0 ^= word;
    }

    void end() {
      v2 ^= 0xee;
      rounds();
      first = v0 ^ v1 ^ v2 ^ v3;
      v1 ^= 0xdd;
      rounds();
      second = v0 ^ v1 ^ v2 ^ v3;
    }

    private void rounds() {
      round();
      round();
      round();
    }

    private void round() {
      v0 += v1;
      v1 = Long.rotateLeft(v1, 13) ^ v0;
      v0 = Long.rotateLeft(v0, 32);
      v2 += v3;
      v3 = Long.rotateLeft(v3, 16) ^ v2;
      v0 += v3;
      v3 = Long.rotateLeft(v3, 21) ^ v0;
      v2 += v1;
      v1 = Long.rotateLeft(v1, 17) ^ v2;
      v2 = Long.rotateLeft(v2, 32);
    }
  }
}
