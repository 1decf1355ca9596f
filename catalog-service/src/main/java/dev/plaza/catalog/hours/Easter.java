package dev.plaza.catalog.hours;

import java.time.LocalDate;

/// Easter Sunday of the western churches (Gauss, in Lichtenberg's form).
final class Easter {

  private Easter() {}

  static LocalDate of(int year) {
    int k = year / 100;
    int m = 15 + (3 * k + 3) / 4 - (8 * k + 13) / 25;
    int s = 2 - (3 * k + 3) / 4;
    int a = year % 19;
    int d = (19 * a + m) % 30;
    int r = (d + a / 11) / 29;
    int fullMoon = 21 + d - r;
    int firstSunday = 7 - (year + year / 4 + s) % 7;
    int toSunday = 7 - Math.floorMod(fullMoon - firstSunday, 7);
    return LocalDate.of(year, 3, 1).plusDays(fullMoon + toSunday - 1L);
  }
}
