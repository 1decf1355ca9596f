package dev.plaza.catalog.hours;

import java.time.LocalDate;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The public holidays (`PH`) of a country.
///
/// Notation of the tables: `MM-dd` a fixed day, `E+n` days after Easter Sunday, a trailing `?` for
/// a day that only some regions or employers keep (it is then a `MAYBE`), `@year` the first year it
/// is kept. A country without a table answers `MAYBE` for every day: nobody here knows.
public final class HolidayCalendar {

  private static final Map<String, String> FEASTS =
      Map.ofEntries(
          Map.entry(
              "AT", "01-01 01-06 E+1 05-01 E+39 E+50 E+60 08-15 10-26 11-01 12-08 12-25 12-26"),
          Map.entry("BE", "01-01 E+1 05-01 E+39 E+50 07-21 08-15 11-01 11-11 12-25"),
          Map.entry(
              "CH",
              "01-01 E+39 08-01 12-25 01-02? 01-06? 03-01? 03-19? E-2? E+1? 05-01? E+50? E+60?"
                  + " 06-29? 08-15? 11-01? 12-08? 12-26?"),
          Map.entry(
              "CZ", "01-01 E-2 E+1 05-01 05-08 07-05 07-06 09-28 10-28 11-17 12-24 12-25 12-26"),
          Map.entry(
              "DE",
              "01-01 E-2 E+1 05-01 E+39 E+50 10-03 12-25 12-26 01-06? 03-08? E+0? 05-08? E+49?"
                  + " E+60? 08-08? 08-15? 09-20? 10-31? 11-01? 11-16? 11-17? 11-18? 11-19? 11-20?"
                  + " 11-21? 11-22?"),
          Map.entry(
              "FR", "01-01 E+1 05-01 05-08 E+39 E+50 07-14 08-15 11-01 11-11 12-25 E-2? 12-26?"),
          Map.entry("HU", "01-01 03-15 E-2 E+1 05-01 E+50 08-20 10-23 11-01 12-25 12-26 12-24?"),
          Map.entry(
              "IT",
              "01-01 01-06 E+0 E+1 04-25 05-01 06-02 08-15 11-01 12-08 12-25 12-26 10-04?@2026"),
          Map.entry("NL", "01-01 E+0 E+1 E+39 E+49 E+50 12-25 12-26 E-2? 04-26? 04-27? 05-05?"),
          Map.entry(
              "PL",
              "01-01 01-06 E+0 E+1 05-01 05-03 E+49 E+60 08-15 11-01 11-11 12-24@2025 12-25 12-26"),
          Map.entry(
              "SI",
              "01-01 01-02 02-08 E+1 04-27 05-01 05-02 06-25 08-15 10-31 11-01 12-25 12-26 E+0?"
                  + " E+49?"),
          Map.entry(
              "SK",
              "01-01 01-06 E-2 E+1 05-01 07-05 08-29 11-01 12-24 12-25 12-26 05-08? 09-01? 09-15?"
                  + " 11-17?"));

  private static final Map<String, String> COUNTRY_OF_ZONE =
      Map.ofEntries(
          Map.entry("Europe/Vienna", "AT"),
          Map.entry("Europe/Brussels", "BE"),
          Map.entry("Europe/Zurich", "CH"),
          Map.entry("Europe/Prague", "CZ"),
          Map.entry("Europe/Berlin", "DE"),
          Map.entry("Europe/Busingen", "DE"),
          Map.entry("Europe/Paris", "FR"),
          Map.entry("Europe/Budapest", "HU"),
          Map.entry("Europe/Rome", "IT"),
          Map.entry("Europe/Amsterdam", "NL"),
          Map.entry("Europe/Warsaw", "PL"),
          Map.entry("Europe/Ljubljana", "SI"),
          Map.entry("Europe/Bratislava", "SK"));

  private static final Map<String, HolidayCalendar> CALENDARS = new ConcurrentHashMap<>();
  private static final HolidayCalendar UNKNOWN = new HolidayCalendar("", List.of());

  private final String country;
  private final List<Feast> feasts;
  private final Map<Integer, Map<LocalDate, Certainty>> years = new ConcurrentHashMap<>();

  private HolidayCalendar(String country, List<Feast> feasts) {
    this.country = country;
    this.feasts = feasts;
  }

  /// The calendar of a country (ISO 3166 alpha-2); without one, of the country of the zone.
  public static HolidayCalendar of(@Nullable String country, ZoneId zone) {
    var code =
        country == null
            ? COUNTRY_OF_ZONE.getOrDefault(zone.getId(), "")
            : country.toUpperCase(Locale.ROOT);
    var table = FEASTS.get(code);
    return table == null
        ? UNKNOWN
        : CALENDARS.computeIfAbsent(
            code,
            it -> new HolidayCalendar(it, Stream.of(table.split(" ")).map(Feast::of).toList()));
  }

  /// ISO code of the country, empty where no calendar is known.
  public String country() {
    return country;
  }

  Certainty publicHoliday(LocalDate day) {
    if (feasts.isEmpty()) {
      return Certainty.MAYBE;
    }
    return years.computeIfAbsent(day.getYear(), this::yearOf).getOrDefault(day, Certainty.NO);
  }

  /// School holidays differ by region, school and year; no table here claims to know them.
  Certainty schoolHoliday(LocalDate day) {
    return Certainty.MAYBE;
  }

  private Map<LocalDate, Certainty> yearOf(int year) {
    var days = new HashMap<LocalDate, Certainty>();
    for (var feast : feasts) {
      if (year >= feast.since()) {
        days.merge(feast.in(year), feast.certainty(), Certainty::or);
      }
    }
    return Map.copyOf(days);
  }

  /// @param month 0: `day` counts from Easter Sunday
  private record Feast(int month, int day, Certainty certainty, int since) {

    static Feast of(String token) {
      int at = token.indexOf('@');
      int since = at < 0 ? 0 : Integer.parseInt(token.substring(at + 1));
      var name = at < 0 ? token : token.substring(0, at);
      boolean regional = name.endsWith("?");
      var certainty = regional ? Certainty.MAYBE : Certainty.YES;
      var date = regional ? name.substring(0, name.length() - 1) : name;
      return date.startsWith("E")
          ? new Feast(0, Integer.parseInt(date.substring(1)), certainty, since)
          : new Feast(
              Integer.parseInt(date.substring(0, 2)),
              Integer.parseInt(date.substring(3)),
              certainty,
              since);
    }

    LocalDate in(int year) {
      return month == 0 ? Easter.of(year).plusDays(day) : LocalDate.of(year, month, day);
    }
  }
}
