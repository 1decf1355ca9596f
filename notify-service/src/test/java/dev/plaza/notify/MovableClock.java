package dev.plaza.notify;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/// Runs like any clock, but can be set.
public final class MovableClock extends Clock {

  private volatile Duration offset = Duration.ZERO;

  public void set(Instant now) {
    offset = Duration.between(Instant.now(), now);
  }

  public void advance(Duration by) {
    offset = offset.plus(by);
  }

  public void reset() {
    offset = Duration.ZERO;
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }

  @Override
  public Instant instant() {
    return Instant.now().plus(offset);
  }
}
