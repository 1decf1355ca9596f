package dev.plaza.dispatch.surge;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// @param every how often cells are looked at
/// @param ratioPerLevel waiting orders per free courier that a level stands for, at least
/// @param demandMin fewer waiting orders in a cell are no demand to speak of
/// @param raiseAfter looks in a row that must ask for more before the level rises by one
/// @param lowerAfter looks in a row that must ask for less before it falls by one
/// @param levelMax the cap
/// @param percentPerLevel what a level adds to the delivery fee
/// @param validity how long a level holds without news
@ConfigurationProperties("plaza.dispatch.surge")
record SurgeProperties(
    @DefaultValue("10s") Duration every,
    @DefaultValue("1.0") double ratioPerLevel,
    @DefaultValue("3") int demandMin,
    @DefaultValue("2") int raiseAfter,
    @DefaultValue("4") int lowerAfter,
    @DefaultValue("5") int levelMax,
    @DefaultValue("20") int percentPerLevel,
    @DefaultValue("10m") Duration validity) {

  private static final int PERCENT_MAX = 200;
  private static final int LEVEL_MAX = 5;

  SurgeProperties {
    if (levelMax < 0 || levelMax > LEVEL_MAX || !(ratioPerLevel > 0)) {
      throw new IllegalArgumentException("plaza.dispatch.surge: level-max or ratio-per-level");
    }
  }

  int percent(int level) {
    return Math.min(PERCENT_MAX, 100 + level * percentPerLevel);
  }
}
