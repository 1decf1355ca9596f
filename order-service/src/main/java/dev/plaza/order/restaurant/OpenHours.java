package dev.plaza.order.restaurant;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// When a restaurant is open, as far as the catalog has worked it out.
///
/// An order is taken while the kitchen has `lead` left before the shift ends: with a lead of 30
/// minutes and a close at 23:00 the last order is at 22:30. What is not known is never open.
///
/// @param shifts ascending, disjoint, touching ones joined; from is in, to is out
/// @param knownUntil nothing is known from here on; null: nothing is known at all
public record OpenHours(List<Shift> shifts, @Nullable Instant knownUntil) {

  public OpenHours {
    shifts = joined(shifts);
  }

  public record Shift(Instant from, Instant to) {
    public Shift {
      if (!from.isBefore(to)) {
        throw new IllegalArgumentException("a shift must end after its start: " + from);
      }
    }

    boolean contains(Instant at) {
      return !at.isBefore(from) && at.isBefore(to);
    }
  }

  /// @param pausedUntil takes no orders before, though it may be open
  public Opening at(Instant now, @Nullable Instant pausedUntil, Duration lead) {
    if (knownUntil == null || !now.isBefore(knownUntil)) {
      return new Opening(Opening.Status.UNKNOWN, false, "hours_unknown", null, null);
    }
    boolean paused = pausedUntil != null && now.isBefore(pausedUntil);
    Instant from = paused && pausedUntil != null ? pausedUntil : now;
    Shift current = shiftAt(now);
    if (current == null) {
      return new Opening(
          Opening.Status.CLOSED, false, "outside_hours", nextAccepting(from, lead), null);
    }
    if (paused) {
      return new Opening(Opening.Status.PAUSED, false, "paused", nextAccepting(from, lead), null);
    }
    Instant last = lastOrder(current, lead);
    if (last != null && now.isAfter(last)) {
      return new Opening(
          Opening.Status.OPEN, false, "closes_too_soon", nextAccepting(now, lead), last);
    }
    return new Opening(Opening.Status.OPEN, true, "open", null, last);
  }

  /// The first moment from `from` on at which an order would be taken.
  private @Nullable Instant nextAccepting(Instant from, Duration lead) {
    for (Shift shift : shifts) {
      Instant start = from.isAfter(shift.from()) ? from : shift.from();
      Instant last = lastOrder(shift, lead);
      if (start.isBefore(shift.to()) && (last == null || !start.isAfter(last))) {
        return start;
      }
    }
    return null;
  }

  /// Null when the shift runs to where knowledge ends: that is no closing time.
  private @Nullable Instant lastOrder(Shift shift, Duration lead) {
    return shift.to().equals(knownUntil) ? null : shift.to().minus(lead);
  }

  private @Nullable Shift shiftAt(Instant now) {
    for (Shift shift : shifts) {
      if (shift.contains(now)) {
        return shift;
      }
    }
    return null;
  }

  private static List<Shift> joined(List<Shift> shifts) {
    var joined = new ArrayList<Shift>();
    for (Shift shift : shifts) {
      if (!joined.isEmpty() && !shift.from().isAfter(joined.getLast().to())) {
        Shift before = joined.removeLast();
        Instant to = before.to().isAfter(shift.to()) ? before.to() : shift.to();
        joined.add(new Shift(before.from(), to));
      } else {
        joined.add(shift);
      }
    }
    return List.copyOf(joined);
  }
}
