package dev.plaza.ratelimit.policy;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// One day or month of a quota: what it is called in keys, and from when until when it is, in
/// microseconds since 1970. The end is not part of it.
public record CalendarWindow(String label, long startMicros, long endMicros) {

  public static CalendarWindow at(long epochMicros, Quota quota) {
    var time = Instant.EPOCH.plus(epochMicros, ChronoUnit.MICROS).atZone(quota.zone());
    var start = quota.window().start(time);
    return new CalendarWindow(
        quota.window().label(start),
        start.toEpochSecond() * 1_000_000L,
        quota.window().next(start).toEpochSecond() * 1_000_000L);
  }

  public boolean holds(long epochMicros) {
    return epochMicros >= startMicros && epochMicros < endMicros;
  }
}
