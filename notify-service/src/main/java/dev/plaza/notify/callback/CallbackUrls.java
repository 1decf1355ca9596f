package dev.plaza.notify.callback;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import org.springframework.stereotype.Component;

/// Which addresses may be called for others: https, and nowhere inside our own network.
///
/// A name is resolved before each call, and the JDK calls what it has resolved last (it remembers
/// names for 30 seconds), so a name that changes between the two is no way in.
@Component
class CallbackUrls {

  private static final int LENGTH_MAX = 2_000;

  private final CallbackProperties properties;

  CallbackUrls(CallbackProperties properties) {
    this.properties = properties;
  }

  boolean isAllowed(String text) {
    if (text.length() > LENGTH_MAX) {
      return false;
    }
    try {
      URI uri = new URI(text);
      if (uri.getHost() == null || uri.getUserInfo() != null || uri.getFragment() != null) {
        return false;
      }
      boolean plain = "http".equals(uri.getScheme()) && properties.privateEndpoints();
      return (plain || "https".equals(uri.getScheme())) && reaches(uri.getHost());
    } catch (java.net.URISyntaxException _) {
      return false;
    }
  }

  /// Whether all addresses of a host are public ones.
  private boolean reaches(String host) {
    if (properties.privateEndpoints()) {
      return true;
    }
    try {
      for (InetAddress it : InetAddress.getAllByName(host)) {
        if (isOurs(it)) {
          return false;
        }
      }
      return true;
    } catch (UnknownHostException _) {
      return false;
    }
  }

  static boolean isOurs(InetAddress it) {
    byte[] bytes = it.getAddress();
    int first = bytes[0] & 0xff;
    int second = bytes[1] & 0xff;
    boolean reserved =
        it instanceof Inet6Address
            ? (first & 0xfe) == 0xfc
                || (first == 0 && second == 0)
                || (first == 0x20 && second == 2)
            : first == 0 || first >= 240 || (first == 100 && (second & 0xc0) == 64);
    return reserved
        || it.isAnyLocalAddress()
        || it.isLoopbackAddress()
        || it.isLinkLocalAddress()
        || it.isSiteLocalAddress()
        || it.isMulticastAddress();
  }
}
