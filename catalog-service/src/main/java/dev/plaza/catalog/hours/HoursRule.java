package dev.plaza.catalog.hours;

import ch.poole.openinghoursparser.Rule;
import ch.poole.openinghoursparser.RuleModifier;
import ch.poole.openinghoursparser.TimeSpan;
import ch.poole.openinghoursparser.VariableTime;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// One rule of an `opening_hours` value: on which days it counts and what it says about their
/// minutes.
///
/// @param dates whose date selectors decide on which days the rule counts
/// @param times of the day; empty: the whole day
/// @param additive adds to earlier rules of the day (`,`) instead of replacing them (`;`)
/// @param fallback counts only where nothing else does (`||`)
record HoursRule(
    Rule dates, List<TimeSpan> times, OpenState effect, boolean additive, boolean fallback) {

  private static final int DAY = 1440;

  /// Places that open in the evening and name no closing time may stay open into the night.
  private static final int OPEN_END_EVENING = 17 * 60;

  private static final int OPEN_END_NIGHT = DAY + 5 * 60;

  static HoursRule of(Rule rule) {
    List<TimeSpan> times = rule.getTimes() == null ? List.of() : List.copyOf(rule.getTimes());
    return new HoursRule(rule, times, effect(rule, times), rule.isAdditive(), rule.isFallBack());
  }

  private static OpenState effect(Rule rule, List<TimeSpan> times) {
    var modifier = rule.getModifier();
    var kind = modifier == null ? null : modifier.getModifier();
    boolean commented = rule.getComment() != null || (modifier != null && kind == null);
    if (kind == RuleModifier.Modifier.OFF || kind == RuleModifier.Modifier.CLOSED) {
      return OpenState.CLOSED;
    }
    // "Fr,Sa" says which days, but nobody serves dinner at four in the morning: hours are missing.
    boolean timesMissing = times.isEmpty() && !rule.isTwentyfourseven();
    boolean pointInTime = times.stream().anyMatch(HoursRule::isPointInTime);
    return kind == RuleModifier.Modifier.UNKNOWN || commented || timesMissing || pointInTime
        ? OpenState.UNKNOWN
        : OpenState.OPEN;
  }

  private static boolean isPointInTime(TimeSpan span) {
    return span.getEnd() == TimeSpan.UNDEFINED_TIME
        && span.getEndEvent() == null
        && !span.isOpenEnded();
  }

  /// Opens without saying when; its effect is `UNKNOWN` therefore.
  boolean lacksTimes() {
    var modifier = dates.getModifier();
    return times.isEmpty()
        && effect == OpenState.UNKNOWN
        && dates.getComment() == null
        && (modifier == null || modifier.getModifier() == RuleModifier.Modifier.OPEN);
  }

  boolean hasTimesOnly() {
    return !RuleDates.any(dates) && !times.isEmpty();
  }

  HoursRule addedOnDaysOf(HoursRule other) {
    return new HoursRule(other.dates, times, effect, true, fallback);
  }

  /// Replaces what earlier rules said about a day that it covers.
  boolean overrides() {
    return !additive && !fallback && effect != OpenState.CLOSED;
  }

  boolean usesSun() {
    return times.stream().anyMatch(it -> it.getStartEvent() != null || it.getEndEvent() != null);
  }

  /// Paints the minutes of `day` itself.
  void paint(byte[] minutes, LocalDate day, HoursPlace place) {
    if (times.isEmpty()) {
      paint(minutes, new Span(0, DAY, effect), 0);
    }
    spans(day, place).forEach(it -> paint(minutes, it, 0));
  }

  /// Paints what of the shifts that begin on `shiftDay` runs into the next day.
  void paintSpill(byte[] nextDay, LocalDate shiftDay, HoursPlace place) {
    spans(shiftDay, place).forEach(it -> paint(nextDay, it, DAY));
  }

  private void paint(byte[] minutes, Span span, int shift) {
    int from = Math.max(0, span.from - shift);
    int to = Math.min(DAY, span.to - shift);
    if (from >= to) {
      return;
    }
    if (!fallback) {
      Arrays.fill(minutes, from, to, span.state.code());
      return;
    }
    for (int i = from; i < to; i++) {
      if (minutes[i] == OpenState.CLOSED.code()) {
        minutes[i] = span.state.code();
      }
    }
  }

  private record Span(int from, int to, OpenState state) {}

  private List<Span> spans(LocalDate day, HoursPlace place) {
    var spans = new ArrayList<Span>();
    for (var time : times) {
      var start = minute(time.getStart(), time.getStartEvent(), day, place);
      if (start.isEmpty() || isPointInTime(time)) {
        spans.add(new Span(0, DAY, OpenState.UNKNOWN));
        continue;
      }
      int from = start.getAsInt();
      if (time.getEnd() == TimeSpan.UNDEFINED_TIME && time.getEndEvent() == null) {
        spans.add(openEnd(from));
        continue;
      }
      var end = minute(time.getEnd(), time.getEndEvent(), day, place);
      if (end.isEmpty()) {
        spans.add(new Span(0, DAY, OpenState.UNKNOWN));
        continue;
      }
      int to = end.getAsInt() <= from ? end.getAsInt() + DAY : end.getAsInt();
      spans.add(new Span(from, to, time.getInterval() > 0 ? OpenState.UNKNOWN : effect));
      if (time.isOpenEnded()) {
        spans.add(openEnd(to));
      }
    }
    return spans;
  }

  private Span openEnd(int from) {
    int to = from < OPEN_END_EVENING ? DAY : Math.max(OPEN_END_NIGHT, from);
    return new Span(from, to, effect == OpenState.CLOSED ? effect : OpenState.UNKNOWN);
  }

  private static OptionalInt minute(
      int minute, @Nullable VariableTime event, LocalDate day, HoursPlace place) {
    if (event == null) {
      return OptionalInt.of(minute);
    }
    var sun = SunTimes.minute(event.getEvent(), day, place);
    return sun.isEmpty() ? sun : OptionalInt.of(sun.getAsInt() + event.getOffset());
  }
}
