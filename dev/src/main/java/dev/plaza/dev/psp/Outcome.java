package dev.plaza.dev.psp;

/// The answer of a rule, and what it changed.
sealed interface Outcome {

  Change change();

  record Paid(Intent intent, Change change) implements Outcome {}

  record Refunded(Refund refund, Change change) implements Outcome {}

  /// An error; a decline still leaves a failed charge behind.
  record Refused(StripeError error, Change change) implements Outcome {
    Refused(StripeError error) {
      this(error, Change.NONE);
    }
  }
}
