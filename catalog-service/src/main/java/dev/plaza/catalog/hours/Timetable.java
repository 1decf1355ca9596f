package dev.plaza.catalog.hours;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Hours laid out on the time line of a place, in stretches of equal state.
///
/// Local times go to instants so that order is kept over clock changes: a time that the clock
/// skips is the moment of the change, a time that comes twice is the first of the two. The window
/// around now is kept, and the last one asked for besides.
public final class Timetable {

  private static final Duration BEFORE = Duration.ofDays(1);
  private static final Duration AHEAD = Duration.ofDays(9);
  private static final Duration NEAR = Duration.ofHours(1);
  private static final int DAYS_KEPT = 18;

  /// How far the next opening is looked for.
  private static final int DAYS_SEARCHED = 400;

  private final OpeningHours hours;
  private final HoursPlace place;
  private final Clock clock;
  private volatile @Nullable Window current;
  private volatile @Nullable Window asked;

  public Timetable(OpeningHours hours, HoursPlace place, Clock clock) {
    this.hours = hours;
    this.place = place;
    this.clock = clock;
  }

  public record Interval(Instant from, Instant to) {}

  public boolean isKnown() {
    return hours.isKnown();
  }

  /// The stretches around a moment: from a day before it to at least nine days after.
  public Window around(Instant at) {
    var now = current;
    if (now != null && now.covers(at)) {
      return now;
    }
    var other = asked;
    if (other != null && other.covers(at)) {
      return other;
    }
    var made = window(at.minus(BEFORE).atZone(place.zone()).toLocalDate(), DAYS_KEPT);
    if (Duration.between(clock.instant(), at).abs().compareTo(NEAR) <= 0) {
      current = made;
    } else {
      asked = made;
    }
    return made;
  }

  /// When it is open within a span of time: ascending, disjoint, not touching.
  public List<Interval> open(Instant from, Instant to) {
    var near = around(clock.instant());
    if (near.from <= from.toEpochMilli() && near.to >= to.toEpochMilli()) {
      return near.open(from, to);
    }
    var first = from.atZone(place.zone()).toLocalDate();
    long days = to.atZone(place.zone()).toLocalDate().toEpochDay() - first.toEpochDay() + 1;
    return window(first, Math.toIntExact(days)).open(from, to);
  }

  private Window window(LocalDate first, int days) {
    var starts = new long[64];
    var states = new byte[64];
    int size = 0;
    byte last = -1;
    for (var day = first; day.isBefore(first.plusDays(days)); day = day.plusDays(1)) {
      var minutes = hours.minutes(day, place);
      for (int i = 0; i < minutes.length; i++) {
        if (minutes[i] == last) {
          continue;
        }
        long start = instant(day, i).toEpochMilli();
        boolean empty = size > 0 && starts[size - 1] == start;
        size = empty ? size - 1 : size;
        last = minutes[i];
        if (size > 0 && states[size - 1] == last) {
          continue;
        }
        if (size == starts.length) {
          starts = Arrays.copyOf(starts, size * 2);
          states = Arrays.copyOf(states, size * 2);
        }
        starts[size] = start;
        states[size++] = last;
      }
    }
    var end = instant(first.plusDays(days), 0).toEpochMilli();
    return new Window(Arrays.copyOf(starts, size), Arrays.copyOf(states, size), starts[0], end);
  }

  private Instant instant(LocalDate day, int minute) {
    return instant(day.atTime(LocalTime.MIN).plusMinutes(minute), place.zone());
  }

  private static Instant instant(LocalDateTime local, ZoneId zone) {
    var offsets = zone.getRules().getValidOffsets(local);
    return offsets.isEmpty()
        ? zone.getRules().getTransition(local).getInstant()
        : local.toInstant(offsets.getFirst());
  }

  /// A stretch of the time line, cut where the state changes. Times are epoch milliseconds.
  public final class Window {

    /// No such moment within reach.
    public static final long NEVER = Long.MAX_VALUE;

    private final long[] starts;
    private final byte[] states;
    private final long from;
    private final long to;
    private volatile long opensBeyond = -1;

    private Window(long[] starts, byte[] states, long from, long to) {
      this.starts = starts;
      this.states = states;
      this.from = from;
      this.to = to;
    }

    private boolean covers(Instant at) {
      return at.toEpochMilli() >= from && at.plus(AHEAD).toEpochMilli() <= to;
    }

    public OpenState state(long at) {
      return OpenState.of(states[index(at)]);
    }

    /// When the state of this moment ends; `NEVER` when not within the window.
    public long nextChange(long at) {
      int next = index(at) + 1;
      return next < starts.length ? starts[next] : NEVER;
    }

    /// The first moment from `at` on when it is open.
    public long nextOpen(long at) {
      for (int i = index(at); i < states.length; i++) {
        if (states[i] == OpenState.OPEN.code()) {
          return Math.max(at, starts[i]);
        }
      }
      return opensBeyond();
    }

    private int index(long at) {
      int found = Arrays.binarySearch(starts, at);
      return Math.max(0, found >= 0 ? found : -found - 2);
    }

    private long opensBeyond() {
      long known = opensBeyond;
      if (known < 0) {
        known = search();
        opensBeyond = known;
      }
      return known;
    }

    private long search() {
      if (!hours.isKnown()) {
        return NEVER;
      }
      var day = Instant.ofEpochMilli(to).atZone(place.zone()).toLocalDate();
      for (int i = 0; i < DAYS_SEARCHED; i++) {
        var minutes = hours.minutes(day.plusDays(i), place);
        for (int minute = 0; minute < minutes.length; minute++) {
          if (minutes[minute] == OpenState.OPEN.code()) {
            return instant(day.plusDays(i), minute).toEpochMilli();
          }
        }
      }
      return NEVER;
    }

    private List<Interval> open(Instant first, Instant end) {
      var open = new ArrayList<Interval>();
      for (int i = 0; i < starts.length; i++) {
        var start = Instant.ofEpochMilli(Math.max(starts[i], first.toEpochMilli()));
        long next = i + 1 < starts.length ? starts[i + 1] : to;
        var stop = Instant.ofEpochMilli(Math.min(next, end.toEpochMilli()));
        if (states[i] == OpenState.OPEN.code() && start.isBefore(stop)) {
          open.add(new Interval(start, stop));
        }
      }
      return List.copyOf(open);
    }
  }
}
