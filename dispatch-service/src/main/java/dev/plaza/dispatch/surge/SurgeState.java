package dev.plaza.dispatch.surge;

/// The level of a cell and how long something else has been asked for. Pure.
///
/// The level moves one step at a time, up after `raiseAfter` looks in a row that ask for more, down
/// after `lowerAfter` that ask for less: a single odd moment changes nothing, and a level that has
/// just risen cannot fall at once.
record SurgeState(int level, int above, int below) {

  static final SurgeState NONE = new SurgeState(0, 0, 0);

  boolean idle() {
    return equals(NONE);
  }

  /// @param waiting orders in the cell that have no courier
  /// @param free couriers there or next to it who could take one
  SurgeState next(int waiting, int free, SurgeProperties rules) {
    int asked = asked(waiting, free, rules);
    if (asked > level) {
      return above + 1 >= rules.raiseAfter()
          ? new SurgeState(level + 1, 0, 0)
          : new SurgeState(level, above + 1, 0);
    }
    if (asked < level) {
      return below + 1 >= rules.lowerAfter()
          ? new SurgeState(level - 1, 0, 0)
          : new SurgeState(level, 0, below + 1);
    }
    return new SurgeState(level, 0, 0);
  }

  static int asked(int waiting, int free, SurgeProperties rules) {
    if (waiting < rules.demandMin()) {
      return 0;
    }
    double ratio = (double) waiting / Math.max(1, free);
    return (int) Math.min(rules.levelMax(), Math.floor(ratio / rules.ratioPerLevel()));
  }
}
