package dev.plaza.quota.offer;

import java.text.Normalizer;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The canonical form of a user id, by which limits per person count.
///
/// Ids are compared without case and surrounding space, in Unicode's NFKC form. An e-mail address
/// counts as the mailbox it reaches: what follows a `+` in its local part is dropped, and so are
/// dots where the provider ignores them (`gmail.com`, also written `googlemail.com`). Somebody who
/// orders as a guest and later with an account is the same person if both name the same address.
public final class Person {

  /// Of the canonical form, in UTF-8 bytes.
  private static final int CHARS_MAX = 128;
  public static final String RULE = "is not 1 to 128 bytes without control characters";

  private Person() {}

  /// @return the canonical form, or null for what can be no user id
  public static @Nullable String canonical(String text) {
    if (text.length() > CHARS_MAX) {
      return null;
    }
    if (isPlain(text)) {
      return text.isEmpty() ? null : text;
    }
    String id = normal(text);
    if (id.isEmpty() || isTooLong(id) || id.chars().anyMatch(Character::isISOControl)) {
      return null;
    }
    int at = id.lastIndexOf('@');
    return at <= 0 || at == id.length() - 1 ? id : mailbox(id, at);
  }

  private static boolean isTooLong(String id) {
    return id.length() > CHARS_MAX / 3
        && id.getBytes(java.nio.charset.StandardCharsets.UTF_8).length > CHARS_MAX;
  }

  private static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean letter = c >= 'a' && c <= 'z';
      boolean digit = c >= '0' && c <= '9';
      if (!letter && !digit && c != '-' && c != '_') {
        return false;
      }
    }
    return true;
  }

  private static String normal(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFKC).strip().toLowerCase(Locale.ROOT);
  }

  private static String mailbox(String address, int at) {
    String local = address.substring(0, at);
    String domain = address.substring(at + 1);
    int plus = local.indexOf('+');
    if (plus > 0) {
      local = local.substring(0, plus);
    }
    if (domain.equals("googlemail.com")) {
      domain = "gmail.com";
    }
    if (domain.equals("gmail.com")) {
      String undotted = local.replace(".", "");
      local = undotted.isEmpty() ? local : undotted;
    }
    return local + "@" + domain;
  }
}
