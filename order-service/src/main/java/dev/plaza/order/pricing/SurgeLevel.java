package dev.plaza.order.pricing;

/// How scarce couriers are, and what the delivery fee is multiplied by: 100 is no surge.
record SurgeLevel(int level, int percent) {

  static final SurgeLevel NONE = new SurgeLevel(0, 100);

  private static final int LEVEL_MAX = 5;
  private static final int PERCENT_MAX = 200;

  /// Never dearer than the cap, whatever somebody publishes.
  SurgeLevel {
    level = Math.clamp(level, 0, LEVEL_MAX);
    percent = Math.clamp(percent, 100, PERCENT_MAX);
  }

  static SurgeLevel lower(SurgeLevel a, SurgeLevel b) {
    return a.percent <= b.percent ? a : b;
  }
}
