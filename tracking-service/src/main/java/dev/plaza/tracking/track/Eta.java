package dev.plaza.tracking.track;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// When the order is expected, with the interval it will probably be in.
record Eta(@Nullable Instant at, @Nullable Instant earliest, @Nullable Instant latest) {

  /// An ETA as stored.
  ///
  /// @param seq of the assignment event that said it
  record Known(long seq, Eta eta, Instant changedAt) {}

  boolean isEmpty() {
    return at == null;
  }
}
