package dev.plaza.order;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/// The real time, and what a test has added to it.
public class MovableClock extends Clock {

  private volatile Duration ahead = Duration.ZERO;

  public void forward(Duration by) {
    ahead = ahead.plus(by);
  }

  public void reset() {
    ahead = Duration.ZERO;
  }

  @Override
  public Instant instant() {
    return Clock.systemUTC().instant().plus(ahead);
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    throw new UnsupportedOperationException("one zone is enough");
  }
}
