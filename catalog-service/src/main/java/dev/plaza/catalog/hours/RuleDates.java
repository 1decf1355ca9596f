package dev.plaza.catalog.hours;

import ch.poole.openinghoursparser.DateRange;
import ch.poole.openinghoursparser.DateWithOffset;
import ch.poole.openinghoursparser.Holiday;
import ch.poole.openinghoursparser.Month;
import ch.poole.openinghoursparser.Nth;
import ch.poole.openinghoursparser.Rule;
import ch.poole.openinghoursparser.WeekDay;
import ch.poole.openinghoursparser.WeekDayRange;
import ch.poole.openinghoursparser.WeekRange;
import ch.poole.openinghoursparser.YearRange;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.temporal.IsoFields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The date half of a rule: which days it covers. Kinds of selectors are joined by "and", entries
/// of one kind by "or"; `Su,PH` is an "or", `PH Su` an "and".
final class RuleDates {

  /// Monday first, as in [java.time.DayOfWeek].
  private static final List<WeekDay> WEEKDAYS = List.of(WeekDay.values());

  private static final List<Month> MONTHS = List.of(Month.values());

  private RuleDates() {}

  static boolean any(Rule rule) {
    return rule.getYears() != null
        || rule.getWeeks() != null
        || rule.getDates() != null
        || rule.getHolidays() != null
        || rule.getDays() != null;
  }

  static Certainty covers(Rule rule, LocalDate day, HolidayCalendar holidays) {
    boolean calendar =
        years(rule.getYears(), day) && weeks(rule.getWeeks(), day) && dates(rule.getDates(), day);
    return calendar ? daysAndHolidays(rule, day, holidays) : Certainty.NO;
  }

  private static Certainty daysAndHolidays(Rule rule, LocalDate day, HolidayCalendar holidays) {
    List<WeekDayRange> days = rule.getDays();
    List<Holiday> feasts = rule.getHolidays();
    if (feasts == null) {
      return days == null ? Certainty.YES : Certainty.of(weekdays(days, day));
    }
    var either = Certainty.NO;
    @Nullable Certainty both = null;
    for (var feast : feasts) {
      var on = day.minusDays(feast.getOffset());
      var kept =
          feast.getType() == Holiday.Type.PH
              ? holidays.publicHoliday(on)
              : holidays.schoolHoliday(on);
      if (days == null || feast.getUseAsWeekDay()) {
        either = either.or(kept);
      } else {
        both = both == null ? kept : both.or(kept);
      }
    }
    if (days == null) {
      return either;
    }
    var weekday = Certainty.of(weekdays(days, day));
    return either.or(both == null ? weekday : weekday.and(both));
  }

  private static boolean years(@Nullable List<YearRange> ranges, LocalDate day) {
    return ranges == null || ranges.stream().anyMatch(it -> year(it, day.getYear()));
  }

  private static boolean year(YearRange range, int year) {
    int from = range.getStartYear();
    int to =
        range.isOpenEnded()
            ? Integer.MAX_VALUE
            : range.getEndYear() == YearRange.UNDEFINED_YEAR ? from : range.getEndYear();
    return year >= from && year <= to && onStep(year - from, range.getInterval());
  }

  private static boolean weeks(@Nullable List<WeekRange> ranges, LocalDate day) {
    return ranges == null
        || ranges.stream().anyMatch(it -> week(it, day.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR)));
  }

  private static boolean week(WeekRange range, int week) {
    int from = range.getStartWeek();
    int to = range.getEndWeek() == WeekRange.UNDEFINED_WEEK ? from : range.getEndWeek();
    boolean in = from <= to ? week >= from && week <= to : week >= from || week <= to;
    return in && onStep(Math.floorMod(week - from, 53), range.getInterval());
  }

  private static boolean onStep(int distance, int interval) {
    return interval <= 1 || distance % interval == 0;
  }

  private static boolean weekdays(List<WeekDayRange> ranges, LocalDate day) {
    return ranges.stream().anyMatch(it -> weekday(it, day));
  }

  private static boolean weekday(WeekDayRange range, LocalDate day) {
    var on = day.minusDays(range.getOffset());
    int weekday = on.getDayOfWeek().getValue() - 1;
    int from = WEEKDAYS.indexOf(range.getStartDay());
    int to = range.getEndDay() == null ? from : WEEKDAYS.indexOf(range.getEndDay());
    boolean in = from <= to ? weekday >= from && weekday <= to : weekday >= from || weekday <= to;
    List<Nth> nths = range.getNths();
    return in && (nths == null || nths.stream().anyMatch(it -> nth(it, on)));
  }

  private static boolean nth(Nth nth, LocalDate day) {
    int fromStart = (day.getDayOfMonth() - 1) / 7 + 1;
    int fromEnd = -((day.lengthOfMonth() - day.getDayOfMonth()) / 7 + 1);
    int first = nth.getStartNth();
    int last = nth.getEndNth() == Nth.INVALID_NTH ? first : nth.getEndNth();
    return first < 0
        ? fromEnd >= Math.min(first, last) && fromEnd <= Math.max(first, last)
        : fromStart >= first && fromStart <= last;
  }

  private static boolean dates(@Nullable List<DateRange> ranges, LocalDate day) {
    return ranges == null || ranges.stream().anyMatch(it -> dates(it, day));
  }

  /// A range without a year may have begun last year (`Dec 24-Jan 6`).
  private static boolean dates(DateRange range, LocalDate day) {
    return within(range, day, day.getYear()) || within(range, day, day.getYear() - 1);
  }

  private static boolean within(DateRange range, LocalDate day, int year) {
    var start = range.getStartDate();
    boolean fixed = start.getYear() != YearRange.UNDEFINED_YEAR;
    int startYear = fixed ? start.getYear() : year;
    var from = first(start, startYear, null);
    if (from == null || from.isAfter(day)) {
      return false;
    }
    return !last(range, from, startYear, fixed).isBefore(day)
        && onStep((int) (day.toEpochDay() - from.toEpochDay()), range.getInterval());
  }

  private static LocalDate last(DateRange range, LocalDate from, int startYear, boolean fixed) {
    var start = range.getStartDate();
    var end = range.getEndDate();
    if (start.isOpenEnded()) {
      return fixed ? LocalDate.MAX : LocalDate.of(startYear, 12, 31);
    }
    if (end == null) {
      var last = last(start, startYear, null);
      return last == null ? from : last;
    }
    boolean endFixed = end.getYear() != YearRange.UNDEFINED_YEAR;
    int endYear = endFixed ? end.getYear() : startYear;
    var last = last(end, endYear, start);
    if (last != null && last.isBefore(from) && !endFixed) {
      last = last(end, endYear + 1, start);
    }
    return last == null ? LocalDate.MIN : last;
  }

  private static @Nullable LocalDate first(
      DateWithOffset date, int year, @Nullable DateWithOffset other) {
    return resolve(date, year, other, true);
  }

  private static @Nullable LocalDate last(
      DateWithOffset date, int year, @Nullable DateWithOffset other) {
    return resolve(date, year, other, false);
  }

  private static @Nullable LocalDate resolve(
      DateWithOffset date, int year, @Nullable DateWithOffset other, boolean first) {
    LocalDate base;
    if (date.getVarDate() != null) {
      base = Easter.of(year);
    } else {
      var named = date.getMonth() != null || other == null ? date.getMonth() : other.getMonth();
      if (named == null) {
        return null;
      }
      var month = YearMonth.of(year, MONTHS.indexOf(named) + 1);
      base = inMonth(date, month, first);
      if (base == null) {
        return null;
      }
    }
    return offset(date, base);
  }

  private static @Nullable LocalDate inMonth(DateWithOffset date, YearMonth month, boolean first) {
    if (date.getNthWeekDay() != null) {
      int weekday = WEEKDAYS.indexOf(date.getNthWeekDay());
      int nth = date.getNth();
      if (nth > 0) {
        var start = month.atDay(1);
        int ahead = Math.floorMod(weekday - (start.getDayOfWeek().getValue() - 1), 7);
        return start.plusDays(ahead + 7L * (nth - 1));
      }
      var end = month.atEndOfMonth();
      int back = Math.floorMod(end.getDayOfWeek().getValue() - 1 - weekday, 7);
      return end.minusDays(back + 7L * (-nth - 1));
    }
    if (date.getDay() == DateWithOffset.UNDEFINED_MONTH_DAY) {
      return first ? month.atDay(1) : month.atEndOfMonth();
    }
    if (date.getDay() > month.lengthOfMonth()) {
      // 29 February: a range over it is kept, the single day does not exist this year.
      return first ? null : month.atEndOfMonth();
    }
    return month.atDay(date.getDay());
  }

  private static LocalDate offset(DateWithOffset date, LocalDate base) {
    var moved = base;
    if (date.getWeekDayOffset() != null) {
      int weekday = WEEKDAYS.indexOf(date.getWeekDayOffset());
      int own = base.getDayOfWeek().getValue() - 1;
      moved =
          date.isWeekDayOffsetPositive()
              ? base.plusDays(1 + Math.floorMod(weekday - own - 1, 7))
              : base.minusDays(1 + Math.floorMod(own - weekday - 1, 7));
    }
    return moved.plusDays(date.getDayOffset());
  }
}
