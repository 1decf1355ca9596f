package dev.plaza.quota.shard;

import dev.plaza.quota.log.StateInput;
import dev.plaza.quota.log.StateOutput;
import java.io.IOException;
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

  /// Least grant since rights last ran out: doubles each time, so that a sudden crowd waits only
  /// a few times although the rate is slow to believe in it.
  private long boost;

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
    boost = 0;
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

  /// Whether there is less than this in all: here, at the authority, and idle at other shards.
  boolean beyondReach(long amount) {
    if (!limited || left >= amount) {
      return false;
    }
    return idle() + Math.max(0, left) + Math.max(0, elsewhere) < amount;
  }

  /// Whether the authority has nothing left to give, as far as known.
  boolean gone() {
    return limited && left <= 0;
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

  /// `q = clamp(max(rate·T, boost), q_min, left / 2N)`, at least one of the largest recent spends.
  long fastGrant(ShardSettings settings, long nowMillis) {
    if (!limited) {
      return 0;
    }
    double ahead = rate.perSecond(nowMillis) * settings.grantHorizon().toMillis() / 1000.0;
    long share = left / (2L * settings.shards());
    long wanted = Math.max(Math.max((long) ahead, boost), leastGrant(settings));
    return Math.max(largest, Math.min(wanted, share));
  }

  /// What the former owner was granted last is what this one needs: as if it had just run out.
  void warm(long lastGrant) {
    boost = lastGrant;
  }

  /// Commands wait on the fast path: the grants were too small.
  void ranOut(ShardSettings settings, long nowMillis) {
    boost = 2 * fastGrant(settings, nowMillis);
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

  /// All that comes from the log, at one moment.
  record Figures(
      long granted,
      long returned,
      long spent,
      long held,
      long largest,
      long boost,
      RecentRate.Sums rate) {

    void write(StateOutput into) throws IOException {
      into.number(granted);
      into.number(returned);
      into.number(spent);
      into.number(held);
      into.number(largest);
      into.number(boost);
      rate.write(into);
    }

    static Figures read(StateInput from) throws IOException {
      return new Figures(
          from.number(),
          from.number(),
          from.number(),
          from.number(),
          from.number(),
          from.number(),
          RecentRate.Sums.read(from));
    }
  }

  Figures figures() {
    return new Figures(granted, returned, spent, held, largest, boost, rate.sums());
  }

  void restore(Figures it) {
    granted = it.granted;
    returned = it.returned;
    spent = it.spent;
    held = it.held;
    largest = it.largest;
    boost = it.boost;
    rate.restore(it.rate);
  }
}
