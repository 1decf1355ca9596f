package dev.plaza.notify.provider;

import java.net.IDN;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// Text on its way into headers and addresses: what people typed must not become another header,
/// another recipient or another line.
public final class HeaderText {

  private static final Pattern BREAKS = Pattern.compile("[\\p{Cntrl}\\u0085\\u2028\\u2029]+");
  private static final Pattern LOCAL =
      Pattern.compile("[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*");
  private static final Pattern DOMAIN =
      Pattern.compile(
          "[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*");
  private static final Pattern ADDRESSES = Pattern.compile("<?[^\\s<>]+@[^\\s<>]+>?");
  private static final Pattern NUMBERS = Pattern.compile("\\+?\\d{7,}");
  private static final int LOCAL_MAX = 64;
  private static final int ADDRESS_MAX = 254;
  private static final int DETAIL_MAX = 200;

  private HeaderText() {}

  /// `text` in one line: every run of control characters and line separators becomes a space.
  public static String oneLine(String text) {
    return BREAKS.matcher(text).replaceAll(" ").strip();
  }

  /// The one plain address that `text` is, its domain in ASCII; empty if it is none or several.
  public static Optional<String> address(String text) {
    var at = text.lastIndexOf('@');
    if (at < 1 || at > LOCAL_MAX || !LOCAL.matcher(text.substring(0, at)).matches()) {
      return Optional.empty();
    }
    try {
      var domain = IDN.toASCII(text.substring(at + 1)).toLowerCase(Locale.ROOT);
      var address = text.substring(0, at) + "@" + domain;
      return DOMAIN.matcher(domain).matches() && address.length() <= ADDRESS_MAX
          ? Optional.of(address)
          : Optional.empty();
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  /// A provider's words, fit for logs and explanations: one line, short, and nobody's address or
  /// number in them.
  public static String detail(String words) {
    var line = words.length() > 4 * DETAIL_MAX ? words.substring(0, 4 * DETAIL_MAX) : words;
    line = ADDRESSES.matcher(oneLine(line)).replaceAll("…");
    line = NUMBERS.matcher(line).replaceAll("…");
    return line.length() <= DETAIL_MAX ? line : line.substring(0, DETAIL_MAX - 1) + "…";
  }
}
