package dev.plaza.notify.address;

import java.net.IDN;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// One mailbox. Never a list, never with a display name, never with a line break.
///
/// @param address as it is sent to: trimmed, its domain in ASCII
/// @param key as it is compared: lower case. `John@X.com ` is `john@x.com`; `a+b@` is another
///     mailbox than `a@`
public record EmailAddress(String address, String key) {

  private static final int LENGTH_MAX = 254;
  private static final int LOCAL_MAX = 64;
  private static final Pattern LOCAL =
      Pattern.compile("[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*");
  private static final Pattern DOMAIN =
      Pattern.compile("(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z0-9-]{2,63}");

  public static Optional<EmailAddress> of(String text) {
    String trimmed = text.strip();
    int at = trimmed.lastIndexOf('@');
    if (at < 1 || at > LOCAL_MAX || trimmed.length() > LENGTH_MAX) {
      return Optional.empty();
    }
    String local = trimmed.substring(0, at);
    String domain = ascii(trimmed.substring(at + 1));
    if (!LOCAL.matcher(local).matches() || !DOMAIN.matcher(domain).matches()) {
      return Optional.empty();
    }
    String address = local + "@" + domain;
    return address.length() > LENGTH_MAX
        ? Optional.empty()
        : Optional.of(new EmailAddress(address, address.toLowerCase(Locale.ROOT)));
  }

  /// The form in which addresses are compared, also of what is no valid address.
  public static String key(String text) {
    return of(text).map(EmailAddress::key).orElseGet(() -> text.strip().toLowerCase(Locale.ROOT));
  }

  private static String ascii(String domain) {
    try {
      return IDN.toASCII(domain.toLowerCase(Locale.ROOT));
    } catch (IllegalArgumentException _) {
      return "";
    }
  }
}
