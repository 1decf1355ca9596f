package dev.plaza.order.saga;

import java.time.Instant;

/// An alarm that a state wants: it follows from the state alone, so that it can be set again after
/// any crash.
public record Timer(Kind kind, Instant due) {

  public enum Kind {
    /// The present step takes too long, or its next part begins.
    STEP,
    /// The hold is about to expire.
    HOLD
  }
}
