package dev.plaza.quota.shard;

import org.jspecify.annotations.Nullable;

/// The rights of one shard for one offer in one measure (units, or money): `idle = granted −
/// returned − spent ≥ 0`, over all epochs, from the log alone. Beside them what the authority
/// last said, which decides how much to ask for, never whether a right exists.
final class Rights {

  private long granted;
  private long returned;
  private long spent;
  private long held;

  private boolean limited;
  private long left;
  private long elsewhere;
  private final RecentRate rate = new RecentRate();
  private long largest = 1;

  /// Takes over the limit of new rules; until the authority has spoken, all of it may be left.
  void limit(@Nullable Long limit, boolean heard) {
    limited = limit != null;
    if (limit != null && !heard) {
      left = limit;
    }
  }

  void heard(long leftThere, long elsewhereThere) {
    left = leftThere;
    elsewhere = elsewhereThere;
  }

  void grant(long amount) {
    granted += amount;
  }

  void giveBack(long amount) {
    returned += amount;
  }

  void spend(long amount) {
    spent += amount;
  }

  void hold(long amount) {
    held += amount;
  }

  void free(long amount) {
    spent -= amount;
  }

  void endHold(long amount) {
    held -= amount;
  }

  void seen(long amount, long nowMillis) {
    rate.add(amount, nowMillis);
    largest = Math.max(amount, largest - largest / 8);
  }

  /// Whether this much may be spent here without asking.
  boolean allow(long amount) {
    return !limited || idle() >= amount;
  }

  /// Whether the authority knows of nothing to be had, neither there nor at another shard.
  boolean gone() {
    return left <= 0 && elsewhere <= 0;
  }

  /// Whether a lowered limit is exceeded, as far as the authority knows.
  boolean overdrawn() {
    return limited && left < 0;
  }

  /// Above 2: far from the limit; at most 1: at risk (see [PathLabel]).
  double risk(ShardSettings settings, long nowMillis) {
    if (!limited) {
      return Double.MAX_VALUE;
    }
    double there = Math.max(0, left) + Math.max(0, idle());
    double byLeft = there / (settings.shards() * leastGrant(settings));
    double rateOfAll = settings.shards() * rate.perSecond(nowMillis);
    double seconds = settings.riskHorizon().toMillis() / 1000.0;
    return rateOfAll == 0 ? byLeft : Math.min(byLeft, there / rateOfAll / seconds);
  }

  /// `q = clamp(rate·T, q_min, left / 2N)`, at least one of the largest recent spends.
  long fastGrant(ShardSettings settings, long nowMillis) {
    if (!limited) {
      return 0;
    }
    double ahead = rate.perSecond(nowMillis) * settings.grantHorizon().toMillis() / 1000.0;
    long share = left / (2L * settings.shards());
    return Math.max(largest, Math.min(Math.max((long) ahead, leastGrant(settings)), share));
  }

  private long leastGrant(ShardSettings settings) {
    return settings.grantMin() * largest;
  }

  @Nullable Double secondsToExhaustion(int shards, long nowMillis) {
    double rateOfAll = shards * rate.perSecond(nowMillis);
    return !limited || rateOfAll == 0 ? null : (Math.max(0, left) + idle()) / rateOfAll;
  }

  long idle() {
    return granted - returned - spent;
  }

  boolean limited() {
    return limited;
  }

  long left() {
    return left;
  }

  long granted() {
    return granted;
  }

  long returned() {
    return returned;
  }

  long spent() {
    return spent;
  }

  long held() {
    return held;
  }

  double ratePerSecond(long nowMillis) {
    return rate.perSecond(nowMillis);
  }
}
