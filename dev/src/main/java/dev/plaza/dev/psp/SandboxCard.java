package dev.plaza.dev.psp;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The cards of the sandbox and how each behaves.
enum SandboxCard {
  VISA(null),
  DECLINED("generic_decline"),
  INSUFFICIENT_FUNDS("insufficient_funds"),
  /// Succeeds, but the first answer never arrives.
  TIMEOUT(null),
  /// Succeeds after some seconds.
  SLOW(null),
  /// Can be held, never captured.
  CAPTURE_FAILS(null);

  private final @Nullable String declineCode;

  SandboxCard(@Nullable String declineCode) {
    this.declineCode = declineCode;
  }

  /// By the sandbox's names and by Stripe's own.
  static Optional<SandboxCard> of(String paymentMethod) {
    return switch (paymentMethod) {
      case "pm_card_visa", "pm_card_mastercard", "pm_card_amex" -> Optional.of(VISA);
      case "pm_card_declined", "pm_card_chargeDeclined" -> Optional.of(DECLINED);
      case "pm_card_insufficient_funds", "pm_card_chargeDeclinedInsufficientFunds" ->
          Optional.of(INSUFFICIENT_FUNDS);
      case "pm_card_timeout" -> Optional.of(TIMEOUT);
      case "pm_card_slow" -> Optional.of(SLOW);
      case "pm_card_capture_fails" -> Optional.of(CAPTURE_FAILS);
      default -> Optional.empty();
    };
  }

  @Nullable String declineCode() {
    return declineCode;
  }
}
