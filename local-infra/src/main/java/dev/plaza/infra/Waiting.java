package dev.plaza.infra;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// Polls a fact that only another process knows, for at most so long.
final class Waiting {
  private static final Duration STEP = Duration.ofMillis(20);

  private Waiting() {}

  static boolean until(Duration patience, BooleanSupplier fact) {
    var deadline = System.nanoTime() + patience.toNanos();
    while (!fact.getAsBoolean()) {
      if (System.nanoTime() > deadline || Thread.currentThread().isInterrupted()) {
        return false;
      }
      LockSupport.parkNanos(STEP.toNanos());
    }
    return true;
  }
}
