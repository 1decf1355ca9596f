package dev.plaza.notify.address;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Whom a notification is for: a user, or a bare address. Its key is what consent, caps and
/// uniqueness in a job go by: `u:alice`, `e:john@x.com`, `p:+436641234567`.
public record Recipient(Kind kind, String value) {

  private static final int USER_ID_MAX = 100;

  /// In the order of how much is known about them.
  public enum Kind {
    USER("u:"),
    EMAIL("e:"),
    PHONE("p:");

    private final String prefix;

    Kind(String prefix) {
      this.prefix = prefix;
    }
  }

  public static Recipient user(String userId) {
    return new Recipient(Kind.USER, userId);
  }

  public String key() {
    return kind == Kind.EMAIL ? kind.prefix + EmailAddress.key(value) : kind.prefix + value;
  }

  /// The user's id, or null when it is a bare address.
  public @Nullable String userId() {
    return kind == Kind.USER ? value : null;
  }

  /// The recipient behind a key as [#key] made it.
  public static Recipient ofKey(String key) {
    for (Kind kind : Kind.values()) {
      if (key.startsWith(kind.prefix)) {
        return new Recipient(kind, key.substring(kind.prefix.length()));
      }
    }
    throw new IllegalArgumentException("not a recipient's key: " + key);
  }

  /// Whether a text can be the id of a user: printable and short.
  public static boolean isUserId(String text) {
    return !text.isBlank()
        && text.length() <= USER_ID_MAX
        && text.chars().noneMatch(it -> Character.isISOControl(it) || Character.isWhitespace(it));
  }

  public static Optional<Recipient> email(String text) {
    return EmailAddress.of(text).map(it -> new Recipient(Kind.EMAIL, it.address()));
  }

  public static Optional<Recipient> phone(String text) {
    return PhoneNumber.of(text).map(it -> new Recipient(Kind.PHONE, it.e164()));
  }
}
