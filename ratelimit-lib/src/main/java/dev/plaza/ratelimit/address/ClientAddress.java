package dev.plaza.ratelimit.address;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Who a request comes from, for counting. `X-Forwarded-For` is believed only as far as trusted
/// proxies wrote it: read from the right, up to the first address that is none of theirs. What a
/// client writes into it stands to the left of that, and has no effect.
public final class ClientAddress {

  private static final int HOPS_MAX = 32;
  private static final int V6_BITS = 64;
  private static final String UNKNOWN = "unknown";

  private record Range(Ip ip, int bits) {}

  private final List<Range> trusted = new ArrayList<>();
  private final int v6Bits;

  /// @param trustedProxies addresses or ranges: `10.0.0.0/8`, `fd00::/8`
  /// @param v6Bits how much of an IPv6 address counts; whoever has one has 2^64
  public ClientAddress(List<String> trustedProxies, int v6Bits) {
    if (v6Bits < 16 || v6Bits > 128) {
      throw new IllegalArgumentException("IPv6 prefix from 16 to 128 bits, not " + v6Bits);
    }
    this.v6Bits = v6Bits;
    trustedProxies.forEach(it -> trusted.add(range(it)));
  }

  public ClientAddress(List<String> trustedProxies) {
    this(trustedProxies, V6_BITS);
  }

  private static Range range(String text) {
    var slash = text.indexOf('/');
    var ip = Ip.parse(slash < 0 ? text : text.substring(0, slash));
    if (ip == null) {
      throw new IllegalArgumentException("no address range: " + text);
    }
    var all = ip.bits();
    var bits = slash < 0 ? all : Integer.parseInt(text.substring(slash + 1));
    if (bits < 0 || bits > all) {
      throw new IllegalArgumentException("no address range: " + text);
    }
    return new Range(ip, bits);
  }

  /// The key to count by.
  ///
  /// @param peer the address of the connection
  /// @param forwardedFor all lines of `X-Forwarded-For`, in their order
  public String key(@Nullable String peer, List<String> forwardedFor) {
    return key(peer == null ? null : Ip.parse(peer), forwardedFor);
  }

  /// The same for an address that need not be read; null if it is not known.
  public String key(@Nullable InetAddress peer, List<String> forwardedFor) {
    return key(peer == null ? null : Ip.of(peer), forwardedFor);
  }

  private String key(@Nullable Ip peer, List<String> forwardedFor) {
    if (peer == null) {
      return UNKNOWN;
    }
    return (forwardedFor.isEmpty() ? peer : behindProxies(peer, forwardedFor)).network(v6Bits);
  }

  private Ip behindProxies(Ip peer, List<String> forwardedFor) {
    var client = peer;
    var hops = String.join(",", forwardedFor).split(",", -1);
    for (var i = hops.length - 1; i >= Math.max(0, hops.length - HOPS_MAX); i--) {
      if (hops[i].isBlank()) {
        continue; // a list may have empty elements, which say nothing
      }
      var next = isTrusted(client) ? Ip.parse(hops[i]) : null;
      if (next == null) {
        break;
      }
      client = next;
    }
    return client;
  }

  private boolean isTrusted(Ip ip) {
    for (var range : trusted) {
      if (ip.sharesPrefix(range.ip, range.bits)) {
        return true;
      }
    }
    return false;
  }
}
