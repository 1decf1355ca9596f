package dev.plaza.dev.city;

import java.util.Locale;

/// What the first word of an order's delivery instructions asks the city to do.
enum Behaviour {
  NORMAL,
  REJECT,
  SILENT,
  SLOW,
  SUBSTITUTE,
  NO_COURIER,
  COURIER_CANCELS,
  COURIER_VANISHES,
  UNDELIVERABLE;

  private static final String PREFIX = "sandbox:";

  static Behaviour of(String instructions) {
    var word = instructions.strip().split("\\s+", 2)[0];
    if (word.startsWith(PREFIX)) {
      for (var behaviour : values()) {
        if (behaviour.word().equals(word)) {
          return behaviour;
        }
      }
    }
    return NORMAL;
  }

  String word() {
    return PREFIX + name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
