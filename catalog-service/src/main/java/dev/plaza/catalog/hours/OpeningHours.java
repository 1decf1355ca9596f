package dev.plaza.catalog.hours;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An `opening_hours` value that was read, and its answer for each minute of a day.
///
/// A later rule replaces what earlier rules said about a calendar day that it covers. The hours of
/// a shift after midnight belong to the shift's day: weekday and holiday are those of the evening
/// before. They are replaced when a later rule covers the day they run into, and they fall away
/// when the place was not open just before midnight, for a shift that never began cannot go on.
///
/// A text that can be read in several ways has several readings; where they differ, and where it
/// is not certain whether a day is a holiday, the state is unknown.
public final class OpeningHours {

  /// Longer values are not read: OSM allows 255 characters.
  public static final int LENGTH_MAX = 1000;

  private static final int DAY = 1440;
  private static final int DAYS_CHECKED = 366;
  private static final OpeningHours ABSENT = new OpeningHours(List.of(), List.of(), null);

  private final List<List<HoursRule>> readings;
  private final List<HoursNote> notes;
  private final @Nullable String canonical;

  private OpeningHours(
      List<List<HoursRule>> readings, List<HoursNote> notes, @Nullable String canonical) {
    this.readings = readings;
    this.notes = notes;
    this.canonical = canonical;
  }

  /// Never fails: what cannot be read has unknown hours and a note that says why.
  public static OpeningHours parse(@Nullable String text) {
    if (text == null || text.isBlank()) {
      return ABSENT;
    }
    if (text.length() > LENGTH_MAX) {
      return unreadable("longer than " + LENGTH_MAX + " characters");
    }
    try {
      var reading = HoursGrammar.read(text.strip());
      return reading.rules().isEmpty() ? unreadable("no rule in it") : of(reading);
    } catch (UnreadableHoursException e) {
      return unreadable(String.valueOf(e.getMessage()));
    }
  }

  private static OpeningHours unreadable(String why) {
    var note = new HoursNote("hours_unreadable", "The hours could not be read: " + why);
    return new OpeningHours(List.of(), List.of(note), null);
  }

  private static OpeningHours of(HoursGrammar.Reading reading) {
    var notes = new ArrayList<HoursNote>();
    if (reading.respelled()) {
      notes.add(new HoursNote("hours_respelled", "Read as: " + reading.canonical()));
    }
    if (reading.rules().stream().anyMatch(HoursRule::lacksTimes)) {
      notes.add(new HoursNote("hours_without_times", "Days without times have unknown hours"));
    }
    var readings = readings(reading.rules());
    if (readings.size() > 1) {
      notes.add(
          new HoursNote(
              "hours_ambiguous",
              "Times without a day after \";\" replace all days before; use \",\" to add them"));
    }
    return new OpeningHours(readings, List.copyOf(notes), reading.canonical());
  }

  /// By the specification, a rule of times only counts every day and replaces all before. Most who
  /// write `Mo-Fr 11:00-14:00; 17:00-22:00` mean more hours of the same days.
  private static List<List<HoursRule>> readings(List<HoursRule> rules) {
    var meant = new ArrayList<HoursRule>();
    var added = new ArrayList<HoursRule>();
    for (var rule : rules) {
      boolean bare = rule.hasTimesOnly() && !meant.isEmpty() && !rule.fallback();
      var before = bare ? meant.getLast() : rule;
      meant.add(bare ? rule.addedOnDaysOf(before) : rule);
      added.add(bare ? rule.addedOnDaysOf(rule) : rule);
    }
    return meant.equals(rules) ? List.of(rules) : List.of(rules, meant, added);
  }

  public boolean isKnown() {
    return !readings.isEmpty();
  }

  /// What the owner of the hours should look at.
  public List<HoursNote> notes() {
    return notes;
  }

  /// The notes, and one more if a shift is cut at midnight because a later rule covers the next
  /// day: that is what the specification says, and seldom what the owner means.
  public List<HoursNote> notes(LocalDate from, HoursPlace place) {
    for (int i = 1; i <= DAYS_CHECKED; i++) {
      var day = from.plusDays(i);
      boolean holidayOrNear = place.holidays().publicHoliday(day) == Certainty.YES || i <= 7;
      if (holidayOrNear && isCut(day, place)) {
        var all = new ArrayList<>(notes);
        all.add(
            new HoursNote(
                "hours_spill_overridden",
                "The shift of the evening before "
                    + day
                    + " ends at midnight: a later rule covers that day"));
        return List.copyOf(all);
      }
    }
    return notes;
  }

  private boolean isCut(LocalDate day, HoursPlace place) {
    if (readings.isEmpty() || minutes(day, place)[0] != OpenState.CLOSED.code()) {
      return false;
    }
    var yesterday = day.minusDays(1);
    var rules = readings.getFirst();
    var spill = new byte[DAY];
    for (var rule : rules) {
      if (rule.effect() == OpenState.OPEN
          && RuleDates.covers(rule.dates(), yesterday, place.holidays()) == Certainty.YES) {
        rule.paintSpill(spill, yesterday, place);
      }
    }
    return spill[0] == OpenState.OPEN.code()
        && minutes(yesterday, place)[DAY - 1] == OpenState.OPEN.code();
  }

  /// The hours in canonical spelling; null when they could not be read.
  public @Nullable String canonical() {
    return canonical;
  }

  boolean usesSun() {
    return readings.stream().flatMap(List::stream).anyMatch(HoursRule::usesSun);
  }

  /// State codes of the 1,440 wall-clock minutes of a day.
  byte[] minutes(LocalDate day, HoursPlace place) {
    byte @Nullable [] result = null;
    for (var reading : readings) {
      result = merge(result, minutes(reading, day, place));
    }
    if (result == null) {
      result = new byte[DAY];
      Arrays.fill(result, OpenState.UNKNOWN.code());
    }
    return result;
  }

  private static byte[] minutes(List<HoursRule> rules, LocalDate day, HoursPlace place) {
    var today = covers(rules, day, place);
    var before = covers(rules, day.minusDays(1), place);
    byte @Nullable [] result = null;
    for (int mask = 0; mask < 4; mask++) {
      boolean todayMaybe = (mask & 1) != 0;
      boolean beforeMaybe = (mask & 2) != 0;
      if ((!todayMaybe || contains(today, Certainty.MAYBE))
          && (!beforeMaybe || contains(before, Certainty.MAYBE))) {
        var assumed = new Assumption(decide(today, todayMaybe), decide(before, beforeMaybe));
        result = merge(result, assumed.paint(rules, day, place));
      }
    }
    return java.util.Objects.requireNonNull(result);
  }

  private static byte[] merge(byte @Nullable [] left, byte[] right) {
    if (left == null) {
      return right;
    }
    for (int i = 0; i < DAY; i++) {
      if (left[i] != right[i]) {
        left[i] = OpenState.UNKNOWN.code();
      }
    }
    return left;
  }

  private static Certainty[] covers(List<HoursRule> rules, LocalDate day, HoursPlace place) {
    var covers = new Certainty[rules.size()];
    for (int i = 0; i < covers.length; i++) {
      covers[i] = RuleDates.covers(rules.get(i).dates(), day, place.holidays());
    }
    return covers;
  }

  private static boolean contains(Certainty[] covers, Certainty wanted) {
    return Arrays.asList(covers).contains(wanted);
  }

  private static boolean[] decide(Certainty[] covers, boolean maybe) {
    var decided = new boolean[covers.length];
    for (int i = 0; i < covers.length; i++) {
      decided[i] = covers[i] == Certainty.YES || (covers[i] == Certainty.MAYBE && maybe);
    }
    return decided;
  }

  /// Which rules cover today and which covered the day before.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Assumption(boolean[] today, boolean[] before) {

    byte[] paint(List<HoursRule> rules, LocalDate day, HoursPlace place) {
      var yesterday = day.minusDays(1);
      var minutes = new byte[DAY];
      var evening = lastMinute(rules, yesterday, place);
      int first = firstInForce(rules, today);
      for (int i = 0; i < today.length; i++) {
        var rule = rules.get(i);
        if (today[i] && i >= first) {
          rule.paint(minutes, day, place);
        }
        boolean begun = rule.effect() == OpenState.CLOSED || evening != OpenState.CLOSED;
        if (before[i] && i >= first && begun) {
          rule.paintSpill(minutes, yesterday, place);
        }
      }
      return minutes;
    }

    private OpenState lastMinute(List<HoursRule> rules, LocalDate yesterday, HoursPlace place) {
      var minutes = new byte[DAY];
      for (int i = firstInForce(rules, before); i < before.length; i++) {
        if (before[i]) {
          rules.get(i).paint(minutes, yesterday, place);
        }
      }
      return OpenState.of(minutes[DAY - 1]);
    }

    /// Rules before the last one that overrides the day say nothing about it any more.
    private static int firstInForce(List<HoursRule> rules, boolean[] covers) {
      int first = 0;
      for (int i = 0; i < covers.length; i++) {
        if (covers[i] && rules.get(i).overrides()) {
          first = i;
        }
      }
      return first;
    }
  }
}
