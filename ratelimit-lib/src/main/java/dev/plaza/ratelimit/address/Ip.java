package dev.plaza.ratelimit.address;

import java.net.InetAddress;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// An IP address from text, never by asking DNS. An IPv4 address written as IPv6 is the IPv4
/// address; a zone is dropped.
final class Ip {

  private static final Pattern V4 =
      Pattern.compile("((25[0-5]|2[0-4]\\d|1?\\d?\\d)(\\.(?!$)|$)){4}");
  private static final Pattern V6 = Pattern.compile("[0-9a-fA-F:.]{2,45}");

  private final byte[] bytes;

  private Ip(byte[] bytes) {
    this.bytes = bytes;
  }

  static Ip of(InetAddress address) {
    return new Ip(address.getAddress());
  }

  /// Also with a port, as proxies write it: `1.2.3.4:80`, `[2001:db8::1]:80`.
  static @Nullable Ip parse(String written) {
    var text = written.strip();
    if (text.length() > 100) {
      return null;
    }
    if (text.startsWith("[")) {
      var end = text.indexOf(']');
      text = end < 0 ? "" : text.substring(1, end);
    } else if (text.indexOf(':') >= 0 && text.indexOf(':') == text.lastIndexOf(':')) {
      text = text.substring(0, text.indexOf(':'));
    }
    var zone = text.indexOf('%');
    if (zone >= 0) {
      text = text.substring(0, zone);
    }
    if (!V4.matcher(text).matches() && !(text.contains(":") && V6.matcher(text).matches())) {
      return null;
    }
    try {
      return new Ip(InetAddress.ofLiteral(text).getAddress());
    } catch (IllegalArgumentException _) {
      return null;
    }
  }

  boolean isV6() {
    return bits() == 128;
  }

  int bits() {
    return bytes.length * 8;
  }

  /// Whether the first bits are those of the other address.
  boolean sharesPrefix(Ip other, int bits) {
    if (bytes.length != other.bytes.length) {
      return false;
    }
    for (var i = 0; i < bits; i++) {
      var mask = 0x80 >> (i & 7);
      if ((bytes[i >> 3] & mask) != (other.bytes[i >> 3] & mask)) {
        return false;
      }
    }
    return true;
  }

  /// What the address counts as: itself, or its IPv6 network.
  String network(int v6Bits) {
    if (!isV6()) {
      // For each request: a format string would take longer than the decision.
      return (bytes[0] & 0xff)
          + "."
          + (bytes[1] & 0xff)
          + "."
          + (bytes[2] & 0xff)
          + "."
          + (bytes[3] & 0xff);
    }
    var text = new StringBuilder();
    for (var i = 0; i < (v6Bits + 15) / 16; i++) {
      var group = ((bytes[2 * i] & 0xff) << 8) | (bytes[2 * i + 1] & 0xff);
      var kept = Math.min(16, v6Bits - 16 * i);
      text.append(Integer.toHexString(group & (0xffff << (16 - kept)) & 0xffff)).append(':');
    }
    return v6Bits == 128
        ? text.substring(0, text.length() - 1)
        : text.append(":/").append(v6Bits).toString();
  }
}
