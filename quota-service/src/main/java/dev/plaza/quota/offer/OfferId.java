package dev.plaza.quota.offer;

import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Ids of offers are coupon codes that people type: `Summer10` and `SUMMER10` are one offer. The
/// canonical form is upper case; the form its author wrote is kept for showing.
public final class OfferId {

  public static final String RULE =
      "is not 1 to 64 letters, digits, '.', '_' or '-', beginning with a letter or digit";

  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

  private OfferId() {}

  /// @return the canonical form, or null for what can be no offer
  public static @Nullable String canonical(String text) {
    String code = text.strip();
    return FORM.matcher(code).matches() ? code.toUpperCase(Locale.ROOT) : null;
  }
}
