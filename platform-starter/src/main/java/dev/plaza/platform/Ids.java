package dev.plaza.platform;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochRandomGenerator;

/// Ids of everything: UUIDv7 (RFC 9562), as lower-case strings. They sort by creation time to the
/// millisecond, which is good for indexes and must not be taken for an order of events.
public final class Ids {

  private static final TimeBasedEpochRandomGenerator V7 =
      Generators.timeBasedEpochRandomGenerator();

  private static final int LENGTH = 36;

  private Ids() {}

  public static String next() {
    return V7.generate().toString();
  }

  /// Whether a client's text can be an id at all; cheaper to ask than a database.
  public static boolean isId(String text) {
    if (text.length() != LENGTH) {
      return false;
    }
    for (int at = 0; at < LENGTH; at++) {
      char it = text.charAt(at);
      boolean dash = at == 8 || at == 13 || at == 18 || at == 23;
      if (dash ? it != '-' : !isHex(it)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isHex(char it) {
    return (it >= '0' && it <= '9') || (it >= 'a' && it <= 'f') || (it >= 'A' && it <= 'F');
  }
}
