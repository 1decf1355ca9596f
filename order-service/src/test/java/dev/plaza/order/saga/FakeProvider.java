package dev.plaza.order.saga;

import dev.plaza.order.saga.CheckoutCommand.Authorize;
import dev.plaza.order.saga.CheckoutCommand.Capture;
import dev.plaza.order.saga.CheckoutCommand.GiveBack;
import dev.plaza.order.saga.CheckoutCommand.PaymentCommand;
import dev.plaza.order.saga.CheckoutCommand.Reconcile;
import dev.plaza.order.saga.CheckoutCommand.VoidHold;
import dev.plaza.order.saga.CheckoutSignal.*;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/// A payment provider with the real one's rules and its own books: the first answer to a key is the
/// answer for ever, a hold is captured once and for at most its amount, refunds never exceed what
/// was captured, holds expire.
final class FakeProvider {

  enum Status {
    HELD,
    CAPTURED,
    RELEASED
  }

  static final class Intent {
    final int attempt;
    final String id;
    final long amount;
    final Instant expiresAt;
    Status status = Status.HELD;
    long captured;
    long refunded;

    Intent(int attempt, String id, long amount, Instant expiresAt) {
      this.attempt = attempt;
      this.id = id;
      this.amount = amount;
      this.expiresAt = expiresAt;
    }
  }

  final Map<String, Intent> intents = new LinkedHashMap<>();
  private final Map<String, PaymentSignal> answers = new HashMap<>();
  private final Duration holdsFor;

  /// Set by the test: what the next first-time request meets.
  boolean declines;

  boolean refusesCapture;
  boolean refusesRefund;

  FakeProvider(Duration holdsFor) {
    this.holdsFor = holdsFor;
  }

  PaymentSignal execute(PaymentCommand command, Instant now) {
    expire(now);
    if (command instanceof Reconcile it) {
      return look(it.payment());
    }
    return answers.computeIfAbsent(command.key(), _ -> first(command, now));
  }

  private PaymentSignal first(PaymentCommand command, Instant now) {
    return switch (command) {
      case Authorize it -> {
        if (it.amount() <= 0) {
          throw new AssertionError("authorized nothing: " + it);
        }
        if (declines) {
          yield new Declined(it.attempt(), "card_declined");
        }
        var intent =
            new Intent(it.attempt(), "pi_" + it.attempt(), it.amount(), now.plus(holdsFor));
        intents.put(intent.id, intent);
        yield new Authorized(it.attempt(), intent.id, now, intent.expiresAt);
      }
      case VoidHold it -> {
        var intent = intent(it.payment());
        if (intent.status == Status.HELD) {
          intent.status = Status.RELEASED;
        }
        yield look(it.payment());
      }
      case Capture it -> {
        var intent = intent(it.payment());
        if (intent.status == Status.HELD && refusesCapture) {
          yield new CaptureFailed(it.attempt(), "refused");
        }
        if (intent.status == Status.HELD) {
          take(intent, it.amount());
        }
        yield look(it.payment());
      }
      case GiveBack it -> {
        var intent = intent(it.payment());
        if (refusesRefund) {
          yield new RefundFailed(it.refundId(), "refused");
        }
        giveBack(intent, it.amount());
        yield new Refunded(it.refundId());
      }
      case Reconcile it -> look(it.payment());
    };
  }

  void take(Intent intent, long amount) {
    if (intent.status != Status.HELD || amount > intent.amount) {
      throw new AssertionError("captured twice or above the hold: " + intent.id);
    }
    intent.status = Status.CAPTURED;
    intent.captured = amount;
  }

  void giveBack(Intent intent, long amount) {
    intent.refunded += amount;
    if (intent.refunded > intent.captured) {
      throw new AssertionError("refunded more than captured: " + intent.id);
    }
  }

  PaymentSignal look(String payment) {
    var intent = intent(payment);
    return switch (intent.status) {
      case HELD ->
          new Authorized(
              intent.attempt, intent.id, intent.expiresAt.minus(holdsFor), intent.expiresAt);
      case CAPTURED -> new Captured(intent.attempt, intent.id, intent.captured);
      case RELEASED -> new Voided(intent.attempt);
    };
  }

  void expire(Instant now) {
    for (var it : intents.values()) {
      if (it.status == Status.HELD && !now.isBefore(it.expiresAt)) {
        it.status = Status.RELEASED;
      }
    }
  }

  long net() {
    return intents.values().stream().mapToLong(it -> it.captured - it.refunded).sum();
  }

  long captured() {
    return intents.values().stream().mapToLong(it -> it.captured).sum();
  }

  long held() {
    return intents.values().stream()
        .filter(it -> it.status == Status.HELD)
        .mapToLong(it -> it.amount)
        .sum();
  }

  private Intent intent(String payment) {
    var intent = intents.get(payment);
    if (intent == null) {
      throw new AssertionError("unknown payment " + payment);
    }
    return intent;
  }
}
