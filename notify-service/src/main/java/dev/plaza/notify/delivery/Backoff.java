package dev.plaza.notify.delivery;

import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// The pause before the next attempt: doubled each time up to a limit, never shorter than what the
/// provider asked for, and spread by up to half of it, so that those who failed together do not
/// come back together.
record Backoff(Duration first, Duration max) {

  private static final int DOUBLINGS_MAX = 20;

  /// @param attempts made so far, from 1
  Duration after(int attempts, @Nullable Duration asked, RandomGenerator random) {
    Duration doubled = first.multipliedBy(1L << Math.min(attempts - 1, DOUBLINGS_MAX));
    Duration pause = doubled.compareTo(max) < 0 ? doubled : max;
    if (asked != null && asked.compareTo(pause) > 0) {
      pause = asked;
    }
    return pause.plusMillis(random.nextLong(Math.max(1, pause.toMillis() / 2)));
  }
}
