package dev.plaza.notify.delivery;

import java.time.Instant;

/// What the checks say about a delivery.
sealed interface Verdict {

  /// Go on with it.
  record Go() implements Verdict {}

  /// Look again then.
  record Hold(Instant until) implements Verdict {}

  /// It ends here.
  record End(DeliveryState state, String reason) implements Verdict {}

  Verdict GO = new Go();

  static Verdict skip(String reason) {
    return new End(DeliveryState.SKIPPED, reason);
  }
}
