package dev.plaza.notify.address;

import com.google.i18n.phonenumbers.NumberParseException;
import com.google.i18n.phonenumbers.PhoneNumberUtil;
import com.google.i18n.phonenumbers.PhoneNumberUtil.PhoneNumberFormat;
import java.util.Optional;

/// A telephone number that can exist, in E.164: `+436641234567`.
public record PhoneNumber(String e164) {

  private static final int LENGTH_MAX = 40;

  /// Only with its country code: a national number means another person elsewhere.
  public static Optional<PhoneNumber> of(String text) {
    String trimmed = text.strip();
    if (!trimmed.startsWith("+") || trimmed.length() > LENGTH_MAX) {
      return Optional.empty();
    }
    var numbers = PhoneNumberUtil.getInstance();
    try {
      var number = numbers.parse(trimmed, null);
      return numbers.isValidNumber(number)
          ? Optional.of(new PhoneNumber(numbers.format(number, PhoneNumberFormat.E164)))
          : Optional.empty();
    } catch (NumberParseException _) {
      return Optional.empty();
    }
  }
}
