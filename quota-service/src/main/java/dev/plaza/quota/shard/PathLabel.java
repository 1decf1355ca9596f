package dev.plaza.quota.shard;

/// The label of one offer on one shard, with hysteresis.
///
/// `risk = min(left / (N·q_min), timeToExhaustion / T_risk)`: at most 1 makes it slow, 2 makes it
/// fast again, and in between it stays as it is. Two changes are at least `flipEvery` apart. The
/// label never decides whether a right exists, so keeping a wrong one for a while costs waiting,
/// not rights.
final class PathLabel {

  private static final double LEAVE = 2;

  private final long flipEveryMillis;
  private Path path = Path.FAST;
  private boolean labelled;
  private long flippedAt;
  private long flips;

  PathLabel(long flipEveryMillis) {
    this.flipEveryMillis = flipEveryMillis;
  }

  /// Judges again; the first judgement is free and no flip.
  void judge(double risk, long nowMillis) {
    Path judged = risk <= 1 ? Path.SLOW : risk >= LEAVE ? Path.FAST : path;
    if (!labelled) {
      labelled = true;
      path = judged;
    } else if (judged != path && (flips == 0 || nowMillis - flippedAt >= flipEveryMillis)) {
      path = judged;
      flippedAt = nowMillis;
      flips++;
    }
  }

  /// What the label was when something was last decided under it.
  void remember(Path last) {
    labelled = true;
    path = last;
  }

  /// Whether it was ever judged or remembered.
  boolean labelled() {
    return labelled;
  }

  Path path() {
    return path;
  }

  long flips() {
    return flips;
  }
}
