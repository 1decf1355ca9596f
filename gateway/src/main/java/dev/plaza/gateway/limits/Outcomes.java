package dev.plaza.gateway.limits;

import dev.plaza.ratelimit.Decision;
import dev.plaza.ratelimit.Standing;

/// What became of a request under one policy, in the words of metrics and events.
final class Outcomes {

  static final String ADMITTED = "admitted";

  /// The policy agreed, another one did not.
  static final String SPARED = "spared";

  static final String SHADOW = "shadow";
  static final String ANONYMOUS = "anonymous";

  private Outcomes() {}

  static String of(Decision decision, Standing standing) {
    if (!standing.violated()) {
      return decision.admitted() ? ADMITTED : SPARED;
    }
    if (standing.shadow()) {
      return SHADOW;
    }
    return of(decision);
  }

  static String of(Decision decision) {
    return switch (decision.outcome()) {
      case ADMITTED -> ADMITTED;
      case DENIED -> "denied";
      case TOO_COSTLY -> "too_costly";
      case UNAVAILABLE -> "unavailable";
      case ANONYMOUS -> ANONYMOUS;
    };
  }
}
