package dev.plaza.catalog.hours;

import ch.poole.openinghoursparser.Event;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.OptionalInt;

/// Sunrise, sunset and civil twilight by the sunrise equation; right to about two minutes below
/// the polar circles, absent where the sun does not cross the height on that day.
final class SunTimes {

  private static final double HORIZON = -0.833;
  private static final double CIVIL = -6;

  private SunTimes() {}

  /// Local wall-clock minute of the event on that day.
  static OptionalInt minute(Event event, LocalDate day, HoursPlace place) {
    boolean rises = event == Event.SUNRISE || event == Event.DAWN;
    double height = event == Event.SUNRISE || event == Event.SUNSET ? HORIZON : CIVIL;
    double n = day.toEpochDay() - 10957 + 0.0008;
    double meanNoon = n - place.lon() / 360;
    double anomaly = Math.toRadians((357.5291 + 0.98560028 * meanNoon) % 360);
    double centre =
        1.9148 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly) + 0.0003 * Math.sin(3 * anomaly);
    double longitude = Math.toRadians(Math.toDegrees(anomaly) + centre + 180 + 102.9372);
    double transit = meanNoon + 0.0053 * Math.sin(anomaly) - 0.0069 * Math.sin(2 * longitude);
    double sinDeclination = Math.sin(longitude) * Math.sin(Math.toRadians(23.4397));
    double lat = Math.toRadians(place.lat());
    double cosHour =
        (Math.sin(Math.toRadians(height)) - Math.sin(lat) * sinDeclination)
            / (Math.cos(lat) * Math.sqrt(1 - sinDeclination * sinDeclination));
    if (!(Math.abs(cosHour) <= 1)) {
      return OptionalInt.empty();
    }
    double hour = Math.toDegrees(Math.acos(cosHour)) / 360;
    double days = (rises ? transit - hour : transit + hour) + 0.5;
    long epochSecond = Math.round((days + 10957) * 86_400);
    var local =
        java.time.Instant.ofEpochSecond(epochSecond)
            .atZone(ZoneOffset.UTC)
            .withZoneSameInstant(place.zone());
    long daysOff = local.toLocalDate().toEpochDay() - day.toEpochDay();
    return OptionalInt.of((int) (daysOff * 1440 + local.getHour() * 60L + local.getMinute()));
  }
}
