package dev.plaza.journeys;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// Between two looks at something that somebody else changes.
final class Pause {

  private Pause() {}

  static void brief() {
    millis(200);
  }

  static void millis(long millis) {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
  }
}
