package dev.plaza.notify.provider.sms;

/// The characters that travel in seven bits (GSM 03.38 and its extension); one other character
/// makes the whole message UCS-2.
final class Alphabet {

  private static final String GSM =
      "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡"
          + "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
          + "^{}\\[~]|€";

  private Alphabet() {}

  static boolean isGsm(String text) {
    return text.chars().allMatch(it -> GSM.indexOf(it) >= 0);
  }
}
