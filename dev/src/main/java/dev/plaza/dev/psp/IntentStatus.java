package dev.plaza.dev.psp;

import java.util.Locale;

enum IntentStatus {
  REQUIRES_PAYMENT_METHOD,
  REQUIRES_CONFIRMATION,
  REQUIRES_CAPTURE,
  SUCCEEDED,
  CANCELED;

  String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  boolean isFinal() {
    return this == SUCCEEDED || this == CANCELED;
  }
}
