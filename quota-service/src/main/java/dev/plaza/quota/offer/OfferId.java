package dev.plaza.quota.offer;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Ids of offers are coupon codes that people type: `Summer10` and `SUMMER10` are one offer. The
/// canonical form is upper case; the form its author wrote is kept for showing.
public final class OfferId {

  public static final String RULE =
      "is not 1 to 64 letters, digits, '.', '_' or '-', beginning with a letter or digit";

  private static final int CHARS_MAX = 64;

  private OfferId() {}

  /// @return the canonical form, or null for what can be no offer
  public static @Nullable String canonical(String text) {
    String code = text.strip();
    if (code.isEmpty() || code.length() > CHARS_MAX || !isAlphanumeric(code.charAt(0))) {
      return null;
    }
    for (int at = 1; at < code.length(); at++) {
      if (!isAlphanumeric(code.charAt(at)) && "._-".indexOf(code.charAt(at)) < 0) {
        return null;
      }
    }
    return code.toUpperCase(Locale.ROOT);
  }

  private static boolean isAlphanumeric(char it) {
    return (it >= '0' && it <= '9') || (it >= 'A' && it <= 'Z') || (it >= 'a' && it <= 'z');
  }
}
