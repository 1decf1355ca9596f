package dev.plaza.catalog.hours;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;

/// Prints what this service answers for many values at many moments, for comparison with another
/// evaluator: a line per value, a letter per moment (`O`pen, `C`losed, `U`nknown).
///
/// Arguments: a file with a value per line, a file with an ISO instant per line.
final class HoursDump {

  private HoursDump() {}

  public static void main(String[] args) throws Exception {
    var place = HoursPlace.of(ZoneId.of("Europe/Vienna"), "AT", 48.2082, 16.3738);
    var moments = Files.readAllLines(Path.of(args[1])).stream().map(Instant::parse).toList();
    var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    for (var value : Files.readAllLines(Path.of(args[0]))) {
      var hours = OpeningHours.parse(value);
      var timetable = new Timetable(hours, place, Clock.systemUTC());
      var line = new StringBuilder(hours.isKnown() ? "+" : "-");
      for (var moment : moments) {
        var state = timetable.around(moment).state(moment.toEpochMilli());
        line.append(state.name().charAt(0));
      }
      out.println(line);
    }
  }
}
