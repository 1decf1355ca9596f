package dev.plaza.platform;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochRandomGenerator;
import java.util.UUID;

/// Ids of everything: UUIDv7 (RFC 9562), as lower-case strings. They sort by creation time to the
/// millisecond, which is good for indexes and must not be taken for an order of events.
public final class Ids {

  private static final TimeBasedEpochRandomGenerator V7 =
      Generators.timeBasedEpochRandomGenerator();

  private Ids() {}

  public static String next() {
    return V7.generate().toString();
  }

  /// Whether a client's text can be an id at all; cheaper to ask than a database.
  public static boolean isId(String text) {
    if (text.length() != 36) {
      return false;
    }
    try {
      return UUID.fromString(text).toString().equalsIgnoreCase(text);
    } catch (IllegalArgumentException _) {
      return false;
    }
  }
}
