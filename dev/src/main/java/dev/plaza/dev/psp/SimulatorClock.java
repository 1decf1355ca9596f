package dev.plaza.dev.psp;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.concurrent.atomic.AtomicReference;

/// A clock that can be put forward, so that a week's hold ends within a test.
final class SimulatorClock extends Clock {

  private final Clock base;
  private final AtomicReference<Duration> offset;

  SimulatorClock(Clock base, Duration offset) {
    this.base = base;
    this.offset = new AtomicReference<>(offset);
  }

  Duration advance(Duration by) {
    return offset.updateAndGet(before -> before.plus(by));
  }

  void offset(Duration value) {
    offset.set(value);
  }

  long seconds() {
    return instant().getEpochSecond();
  }

  @Override
  public ZoneId getZone() {
    return base.getZone();
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return new SimulatorClock(base.withZone(zone), offset.get());
  }

  @Override
  public Instant instant() {
    return base.instant().plus(offset.get());
  }
}
