package dev.plaza.quota.log;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A text that names somebody or something, with a 128-bit key for tables.
///
/// A UUID in its canonical spelling is its own key and takes 16 bytes in the log. Any other text
/// is kept as UTF-8, and its key is a 128-bit hash: two of a billion such texts share one with a
/// probability below 10^-20.
public final class Ident {

  private static final long PRIME_A = 0x9E3779B97F4A7C15L;
  private static final long PRIME_B = 0xC2B2AE3D27D4EB4FL;

  private static final int UUID_LENGTH = 36;
  private static final byte[] DIGITS = new byte['g'];

  static {
    Arrays.fill(DIGITS, (byte) -1);
    for (byte digit = 0; digit < 16; digit++) {
      DIGITS[Character.forDigit(digit, 16)] = digit;
    }
  }

  private final long hi;
  private final long lo;
  private final byte @Nullable [] utf8;

  private Ident(long hi, long lo, byte @Nullable [] utf8) {
    this.hi = hi;
    this.lo = lo;
    this.utf8 = utf8;
  }

  public static Ident of(String text) {
    if (text.length() == UUID_LENGTH && hasDashes(text)) {
      long a = hex(text, 0, 8);
      long b = hex(text, 9, 13);
      long c = hex(text, 14, 18);
      long d = hex(text, 19, 23);
      long e = hex(text, 24, UUID_LENGTH);
      if ((a | b | c | d | e) >= 0) {
        return new Ident(a << 32 | b << 16 | c, d << 48 | e, null);
      }
    }
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  private static Ident of(byte[] utf8) {
    return new Ident(hash(utf8, PRIME_A), hash(utf8, PRIME_B), utf8);
  }

  private static boolean hasDashes(String text) {
    return text.charAt(8) == '-'
        && text.charAt(13) == '-'
        && text.charAt(18) == '-'
        && text.charAt(23) == '-';
  }

  /// The number that digits of the canonical spelling (lower case) give; negative when there is
  /// anything else among them.
  private static long hex(String text, int from, int to) {
    long value = 0;
    int wrong = 0;
    for (int at = from; at < to; at++) {
      char it = text.charAt(at);
      int digit = it < DIGITS.length ? DIGITS[it] : -1;
      wrong |= digit;
      value = value << 4 | (digit & 0xF);
    }
    return wrong < 0 ? -1 : value;
  }

  private static long hash(byte[] bytes, long seed) {
    long hash = seed ^ bytes.length;
    long word = 0;
    for (int at = 0; at < bytes.length; at++) {
      word = word << 8 | (bytes[at] & 0xFF);
      if ((at & 7) == 7) {
        hash = mix(hash ^ word);
        word = 0;
      }
    }
    return mix(mix(hash ^ word) + seed);
  }

  /// A bijection of 64 bits in which every bit of the input moves about half of the output.
  public static long mix(long value) {
    long it = (value ^ value >>> 32) * 0xD6E8FEB86659FD93L;
    it = (it ^ it >>> 32) * 0xD6E8FEB86659FD93L;
    return it ^ it >>> 32;
  }

  public long hi() {
    return hi;
  }

  public long lo() {
    return lo;
  }

  void write(ByteBuffer into) {
    if (utf8 == null) {
      into.put((byte) 0).putLong(hi).putLong(lo);
    } else {
      Varint.write(into, utf8.length + 1L);
      into.put(utf8);
    }
  }

  static Ident read(ByteBuffer from) {
    int length = (int) Varint.read(from) - 1;
    if (length < 0) {
      return new Ident(from.getLong(), from.getLong(), null);
    }
    byte[] utf8 = new byte[length];
    from.get(utf8);
    return of(utf8);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Ident it && it.hi == hi && it.lo == lo;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(hi ^ lo);
  }

  @Override
  public String toString() {
    return utf8 == null ? new UUID(hi, lo).toString() : new String(utf8, StandardCharsets.UTF_8);
  }
}
