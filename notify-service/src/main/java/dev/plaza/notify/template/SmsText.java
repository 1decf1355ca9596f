package dev.plaza.notify.template;

/// How many segments a text takes (3GPP TS 23.038 and 23.040).
///
/// GSM-7: 160 septets alone, 153 in each of several; characters of the extension table take two,
/// which stay together. Otherwise UCS-2: 70 UTF-16 units alone, 67 in each; a surrogate pair stays
/// together.
public record SmsText(Encoding encoding, int units, int segments) {

  /// The alphabet a text needs.
  public enum Encoding {
    GSM_7,
    UCS_2
  }

  private static final String BASIC =
      "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?"
          + "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
  private static final String EXTENSION = "\f^{}\\[~]|€";

  public static SmsText of(String text) {
    return text.chars().allMatch(it -> BASIC.indexOf(it) >= 0 || EXTENSION.indexOf(it) >= 0)
        ? count(text, Encoding.GSM_7, 160, 153)
        : count(text, Encoding.UCS_2, 70, 67);
  }

  private static SmsText count(String text, Encoding encoding, int alone, int inEach) {
    int units = 0;
    int segments = 1;
    int used = 0;
    for (int i = 0; i < text.length(); ) {
      int point = text.codePointAt(i);
      int size = encoding == Encoding.UCS_2 ? Character.charCount(point) : septets(point);
      units += size;
      used += size;
      if (used > inEach) {
        segments++;
        used = size;
      }
      i += Character.charCount(point);
    }
    return new SmsText(encoding, units, units <= alone ? 1 : segments);
  }

  private static int septets(int point) {
    return EXTENSION.indexOf(point) >= 0 ? 2 : 1;
  }
}
