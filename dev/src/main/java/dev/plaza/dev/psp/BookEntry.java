package dev.plaza.dev.psp;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// One line of the provider's books: what happened to money, once and for good.
///
/// @param ref the charge or refund it is about
/// @param at seconds since 1970
record BookEntry(
    String intent,
    String ref,
    Kind kind,
    long amount,
    String currency,
    @Nullable String orderId,
    long at) {

  enum Kind {
    /// Money was reserved.
    HOLD,
    /// The card refused.
    DECLINE,
    /// Money was taken from a hold.
    CAPTURE,
    /// What a capture left of its hold was given free.
    RELEASE,
    /// A hold was given free on request.
    VOID,
    /// A hold ended by itself.
    EXPIRE,
    REFUND;

    String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
