package dev.plaza.dispatch.eta;

import dev.plaza.dispatch.job.Arrival;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// When it arrives: ready or reached, whichever is later, then the ride. Pure.
///
///     pick-up  = max(ready, now + approach + hand-over there)
///     arrival  = pick-up + ride + hand-over here
///     interval = arrival − sooner · remaining … arrival + later · remaining
///
/// Without a new fact the interval only narrows and the expectation stays where it is as long as it
/// lies inside: it never wobbles. When the clock or the courier's place contradict the interval,
/// that is a fact too.
final class Expectation {

  private final double sooner;
  private final double later;
  private final Duration leastSpread;

  Expectation(double sooner, double later, Duration leastSpread) {
    this.sooner = sooner;
    this.later = later;
    this.leastSpread = leastSpread;
  }

  /// What is left to do; null: done already.
  record Remaining(
      @Nullable Duration approach, @Nullable Instant readyAt, Duration ride, Duration atCustomer) {}

  Arrival fresh(Instant now, Remaining remaining) {
    Instant leave = now;
    if (remaining.approach() != null) {
      leave = leave.plus(remaining.approach());
    }
    if (remaining.readyAt() != null && remaining.readyAt().isAfter(leave)) {
      leave = remaining.readyAt();
    }
    Instant at = leave.plus(remaining.ride()).plus(remaining.atCustomer());
    Duration left = Duration.between(now, at);
    Instant earliest = at.minus(spread(left, sooner));
    return new Arrival(
        at, earliest.isBefore(now) ? earlier(now, at) : earliest, at.plus(spread(left, later)));
  }

  private Duration spread(Duration left, double share) {
    Duration part = Duration.ofMillis(Math.round(left.toMillis() * share));
    return part.compareTo(leastSpread) < 0 ? leastSpread : part;
  }

  /// The same expectation, seen again with no new fact.
  Arrival refined(Arrival before, Arrival fresh) {
    Instant earliest = later(before.earliest(), fresh.earliest());
    Instant latest = earlier(before.latest(), fresh.latest());
    if (earliest.isAfter(latest)) {
      return fresh;
    }
    return new Arrival(earlier(later(before.at(), earliest), latest), earliest, latest);
  }

  private static Instant earlier(Instant a, Instant b) {
    return a.isBefore(b) ? a : b;
  }

  private static Instant later(Instant a, Instant b) {
    return a.isAfter(b) ? a : b;
  }
}
