package dev.plaza.notify.preference;

import org.jspecify.annotations.Nullable;

/// How a user is reached. All of it may be unknown: the inbox needs nothing.
///
/// @param quiet null: no quiet hours
public record Person(
    String userId,
    @Nullable String email,
    @Nullable String phone,
    @Nullable String name,
    @Nullable String locale,
    @Nullable String zone,
    @Nullable QuietHours quiet) {

  public static Person unknown(String userId) {
    return new Person(userId, null, null, null, null, null, null);
  }

  @Override
  public String toString() {
    return "Person[" + userId + "]";
  }
}
