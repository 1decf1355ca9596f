package dev.plaza.order.checkout;

import dev.plaza.order.saga.CheckoutCommand;
import dev.plaza.order.saga.CheckoutSignal;
import java.time.Instant;
import java.util.List;

/// Carries out one kind of command. Outside of any transaction; may be called twice for the same
/// command, also at the same time.
public interface CommandExecutor {

  /// @param attempts how often it was begun, this time included
  /// @param since when it was first asked for
  record Request(String orderId, CheckoutCommand command, int attempts, Instant since) {}

  boolean handles(CheckoutCommand command);

  /// @return what the world answered; empty: nothing that the saga waits for
  /// @throws dev.plaza.order.work.RetryLater when the outcome is not known, or not yet
  List<CheckoutSignal> execute(Request request);
}
