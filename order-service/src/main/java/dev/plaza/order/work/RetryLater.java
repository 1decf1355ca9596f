package dev.plaza.order.work;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// A job could not be done now, or nobody knows whether it was. It is tried again.
public final class RetryLater extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient @Nullable Duration after;

  /// With the usual, growing delay.
  public RetryLater(String reason) {
    this(reason, null);
  }

  /// @param after what the other side asked for; null: the usual, growing delay
  public RetryLater(String reason, @Nullable Duration after) {
    super(reason, null, false, false);
    this.after = after;
  }

  @Nullable Duration after() {
    return after;
  }
}
