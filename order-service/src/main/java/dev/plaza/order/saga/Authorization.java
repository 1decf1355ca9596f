package dev.plaza.order.saga;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One hold on the customer's money, asked for or had.
///
/// @param number counts the authorisations of an order from 1
/// @param payment the provider's id, known once it answered
/// @param captured what was taken of it
/// @param refused how often the provider refused to capture it
public record Authorization(
    int number,
    long amount,
    Status status,
    @Nullable String payment,
    @Nullable Instant heldAt,
    @Nullable Instant expiresAt,
    long captured,
    int refused) {

  public enum Status {
    /// Asked for; the answer is not known.
    ASKED,
    /// Asked for, but not wanted any more: a success will be released.
    ABANDONED,
    /// The one hold that may be captured.
    LIVE,
    /// Being captured.
    CAPTURING,
    CAPTURED,
    /// Being released; never captured.
    RETIRING,
    VOIDED,
    DECLINED,
    /// Gone without our doing, e.g. expired.
    LOST
  }

  static Authorization asked(int number, long amount) {
    return new Authorization(number, amount, Status.ASKED, null, null, null, 0, 0);
  }

  Authorization to(Status next) {
    return new Authorization(number, amount, next, payment, heldAt, expiresAt, captured, refused);
  }

  Authorization held(CheckoutSignal.Authorized signal, Status next) {
    return new Authorization(
        number,
        amount,
        next,
        signal.payment(),
        signal.heldAt(),
        signal.expiresAt(),
        captured,
        refused);
  }

  Authorization taken(String id, long sum) {
    return new Authorization(number, amount, Status.CAPTURED, id, heldAt, expiresAt, sum, refused);
  }

  Authorization refusedOnce() {
    return new Authorization(
        number, amount, Status.LIVE, payment, heldAt, expiresAt, captured, refused + 1);
  }

  boolean is(Status one) {
    return status == one;
  }

  /// The provider's id; only of one that it answered.
  String id() {
    if (payment == null) {
      throw new IllegalStateException("authorization " + number + " has no id while " + status);
    }
    return payment;
  }

  /// When to replace it: `before` it expires, but not in its first half, so that short holds are
  /// not replaced without end. `MAX`: it does not expire.
  Instant renewAt(Duration before) {
    if (heldAt == null || expiresAt == null) {
      return Instant.MAX;
    }
    var half = heldAt.plus(Duration.between(heldAt, expiresAt).dividedBy(2));
    var due = expiresAt.minus(before);
    return due.isBefore(half) ? half : due;
  }

  Instant expiry() {
    return expiresAt == null ? Instant.MAX : expiresAt;
  }

  /// Whether the provider may still hold or take money for it.
  boolean open() {
    return switch (status) {
      case ASKED, ABANDONED, LIVE, CAPTURING, RETIRING -> true;
      case CAPTURED, VOIDED, DECLINED, LOST -> false;
    };
  }
}
