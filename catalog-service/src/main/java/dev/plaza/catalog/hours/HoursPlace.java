package dev.plaza.catalog.hours;

import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/// Where hours are kept: they are wall-clock times of a zone, with the holidays of a country, and
/// sunrise needs a position.
public record HoursPlace(ZoneId zone, HolidayCalendar holidays, double lat, double lon) {

  public static HoursPlace of(ZoneId zone, @Nullable String country, double lat, double lon) {
    return new HoursPlace(zone, HolidayCalendar.of(country, zone), lat, lon);
  }
}
