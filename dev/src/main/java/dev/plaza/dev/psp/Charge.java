package dev.plaza.dev.psp;

import org.jspecify.annotations.Nullable;

/// One attempt to take money: a hold, captured or not, or a decline.
///
/// @param captureBefore the second at which an uncaptured hold ends
record Charge(
    String id,
    long created,
    long amount,
    boolean captured,
    long amountCaptured,
    long amountRefunded,
    long captureBefore,
    @Nullable String declineCode) {

  boolean declined() {
    return declineCode != null;
  }

  Charge capture(long amount) {
    return new Charge(
        id, created, this.amount, true, amount, amountRefunded, captureBefore, declineCode);
  }

  Charge refund(long amount) {
    return new Charge(
        id,
        created,
        this.amount,
        captured,
        amountCaptured,
        amountRefunded + amount,
        captureBefore,
        declineCode);
  }

  long refundable() {
    return amountCaptured - amountRefunded;
  }
}
