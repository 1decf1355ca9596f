package dev.plaza.notify.webhook;

import dev.plaza.platform.problem.CommonProblem;
import dev.plaza.platform.problem.ProblemException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;

/// Ways to end a call. What exactly was wrong with a signature is not told.
final class Refusals {

  private Refusals() {}

  static ProblemException badSignature() {
    return new ProblemException(
        WebhookProblem.BAD_SIGNATURE, "The call is not signed by whom it claims to come from.");
  }

  static ProblemException notAllowed(String detail) {
    return new ProblemException(WebhookProblem.NOT_ALLOWED, detail);
  }

  static ProblemException malformed(String detail) {
    return new ProblemException(CommonProblem.MALFORMED, detail);
  }

  /// Ends the call unless it was signed within `window` of now.
  static void requireFresh(Instant signed, Instant now, Duration window) {
    if (Duration.between(signed, now).abs().compareTo(window) > 0) {
      throw new ProblemException(
          WebhookProblem.STALE, "Signed more than " + window.toSeconds() + " s away from now.");
    }
  }

  /// The time that a header of seconds names.
  static Instant seconds(String value) {
    if (!value.matches("\\d{1,11}")) {
      throw badSignature();
    }
    try {
      return Instant.ofEpochSecond(Long.parseLong(value));
    } catch (DateTimeException _) {
      throw badSignature();
    }
  }
}
