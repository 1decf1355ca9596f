package dev.plaza.catalog.hours;

/// How sure it is that a selector covers a day. `MAYBE` comes from holidays that are kept in some
/// regions only, from countries without a calendar here, and from school holidays.
enum Certainty {
  NO,
  MAYBE,
  YES;

  static Certainty of(boolean value) {
    return value ? YES : NO;
  }

  Certainty or(Certainty other) {
    return compareTo(other) >= 0 ? this : other;
  }

  Certainty and(Certainty other) {
    return compareTo(other) <= 0 ? this : other;
  }
}
