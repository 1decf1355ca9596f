package dev.plaza.catalog.restaurant;

import dev.plaza.catalog.hours.Timetable;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Whether a restaurant takes orders at a moment, and when that changes. Pure.
///
/// A kitchen needs its preparation time before it closes: the last order of a shift is that long
/// before its end.
///
/// @param accepting open, and there is still time to cook
/// @param nextChangeAt when `status` will be another; null: not within nine days
/// @param nextOpenAt when it takes orders again; null: it does now, or nobody knows
/// @param acceptsOrdersUntil last order of the running shift; null: not open, or no end in sight
public record Opening(
    Status status,
    boolean accepting,
    String reason,
    @Nullable Instant nextChangeAt,
    @Nullable Instant nextOpenAt,
    @Nullable Instant acceptsOrdersUntil) {

  private static final Duration LEAD_MAX = Duration.ofHours(2);
  private static final int SHIFTS_SEARCHED = 20;

  public enum Status {
    OPEN,
    CLOSED,
    PAUSED,
    UNKNOWN
  }

  public static Opening at(
      Instant moment, Timetable timetable, @Nullable Instant pausedUntil, Duration prep) {
    var lead = prep.compareTo(LEAD_MAX) > 0 ? LEAD_MAX : prep;
    var window = timetable.around(moment);
    long at = moment.toEpochMilli();
    long change = window.nextChange(at);
    boolean paused = pausedUntil != null && moment.isBefore(pausedUntil);
    long from = paused && pausedUntil != null ? pausedUntil.toEpochMilli() : at;
    return switch (window.state(at)) {
      case UNKNOWN -> {
        var reason = timetable.isKnown() ? "hours_uncertain" : "hours_unknown";
        var next = instant(nextAccepting(timetable, from, lead));
        yield new Opening(Status.UNKNOWN, false, reason, instant(change), next, null);
      }
      case CLOSED -> {
        var next = instant(nextAccepting(timetable, from, lead));
        yield new Opening(Status.CLOSED, false, "outside_hours", instant(change), next, null);
      }
      case OPEN -> {
        if (paused) {
          var next = instant(nextAccepting(timetable, from, lead));
          yield new Opening(
              Status.PAUSED, false, "paused", instant(Math.min(change, from)), next, null);
        }
        yield open(timetable, at, change, lead);
      }
    };
  }

  private static Opening open(Timetable timetable, long at, long change, Duration lead) {
    if (change == Timetable.Window.NEVER) {
      return new Opening(Status.OPEN, true, "open", null, null, null);
    }
    long last = change - lead.toMillis();
    boolean accepting = at <= last;
    var next = accepting ? null : instant(nextAccepting(timetable, change, lead));
    return new Opening(
        Status.OPEN,
        accepting,
        accepting ? "open" : "closes_too_soon",
        instant(change),
        next,
        Instant.ofEpochMilli(last));
  }

  /// The first moment from `from` on that leaves enough of a shift to cook.
  private static long nextAccepting(Timetable timetable, long from, Duration lead) {
    long at = from;
    for (int shift = 0; shift < SHIFTS_SEARCHED; shift++) {
      long open = timetable.around(Instant.ofEpochMilli(at)).nextOpen(at);
      if (open == Timetable.Window.NEVER) {
        return open;
      }
      long end = timetable.around(Instant.ofEpochMilli(open)).nextChange(open);
      if (end == Timetable.Window.NEVER || open + lead.toMillis() <= end) {
        return open;
      }
      at = end;
    }
    return Timetable.Window.NEVER;
  }

  private static @Nullable Instant instant(long millis) {
    return millis == Timetable.Window.NEVER ? null : Instant.ofEpochMilli(millis);
  }
}
