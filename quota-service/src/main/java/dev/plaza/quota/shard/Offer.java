package dev.plaza.quota.shard;

import dev.plaza.quota.log.EntryKind;
import dev.plaza.quota.log.LogEntry;
import dev.plaza.quota.log.LogRecord;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// One offer on this shard: its rules, its rights, its label, who waits for rights, and how far
/// it has come with the authority.
final class Offer {

  final int number;
  final String id;
  final Rights units = new Rights();
  final Rights money = new Rights();
  final PathLabel label;
  final Deque<Parked> parked = new ArrayDeque<>();

  /// Those who want to know when the authority has heard of what is given back.
  final List<CompletableFuture<Void>> listeners = new ArrayList<>();

  private OfferRules rules;
  private boolean heard;
  long leaseNo;
  boolean retired;

  /// A lowered limit is exceeded: freed rights go back at once instead of being spent again.
  boolean over;

  /// The authority should hear of it, although nothing is wanted.
  boolean tellDue;

  /// Not before this moment is the authority asked again.
  long askAfter;

  /// Parked commands up to this number are answered by the exchange that is under way.
  long asked;

  /// When rights were last spent or freed, monotonic milliseconds.
  long touchedAt;

  /// The same by the wall clock, from the log: what a new owner knows.
  long loggedAt;

  /// Whether its figures changed since the authority was last told.
  boolean changed;

  long toldAt;

  /// The most that the authority may believe to be spent here.
  private long statedUnits;

  private long statedAmount;

  long spentCount;
  long slowCount;
  long waitedCount;
  long refusedCount;

  Offer(int number, OfferRules rules, ShardSettings settings) {
    this.number = number;
    this.rules = rules;
    id = rules.offerId();
    label = new PathLabel(settings.flipEvery().toMillis());
    rules(rules);
  }

  OfferRules rules() {
    return rules;
  }

  void rules(OfferRules newer) {
    rules = newer;
    units.limit(newer.limit(), heard);
    money.limit(newer.budget(), heard);
  }

  /// Takes in what the authority says is left.
  void heard(Grant grant) {
    heard = true;
    units.heard(grant.unitsLeft(), grant.unitsElsewhere());
    money.heard(grant.amountLeft(), grant.amountElsewhere());
    over = units.overdrawn() || money.overdrawn();
  }

  boolean heard() {
    return heard;
  }

  /// A report is on its way: until its answer is here, the authority may go by it or by an earlier
  /// one.
  void telling(RightsReport report) {
    statedUnits = Math.max(statedUnits, report.usedUnits());
    statedAmount = Math.max(statedAmount, report.usedAmount());
  }

  void told(RightsReport report) {
    statedUnits = report.usedUnits();
    statedAmount = report.usedAmount();
  }

  /// Nobody knows any more what the authority was told.
  void toldUnknown() {
    statedUnits = Long.MAX_VALUE;
    statedAmount = Long.MAX_VALUE;
  }

  /// Whether the authority may believe that more is spent here than is, so that it would tell
  /// others that nothing is left.
  boolean overstated() {
    return (units.limited() && statedUnits > units.spent())
        || (money.limited() && statedAmount > money.spent());
  }

  /// Whether the authority believes that less is spent here than is, so that it would let others
  /// wait for rights that are not there.
  boolean understated() {
    return (units.limited() && statedUnits < units.spent())
        || (money.limited() && statedAmount < money.spent());
  }

  /// Whether the authority has nothing left to give, as far as known.
  boolean gone() {
    return units.gone() || money.gone();
  }

  /// Whether others will soon look for what comes free here.
  boolean scarce() {
    return label.path() == Path.SLOW || gone();
  }

  boolean limited() {
    return units.limited() || money.limited();
  }

  boolean allow(long moreUnits, long moreAmount) {
    return units.allow(moreUnits) && money.allow(moreAmount);
  }

  /// Idle rights that may be given back.
  boolean idle() {
    return units.idle() > 0 || money.idle() > 0;
  }

  /// Judges the label anew; a remembered one stays until the authority has said what is left.
  void judge(ShardSettings settings, Moment now) {
    if (heard || !label.labelled()) {
      double risk = Math.min(units.risk(settings, now.wall()), money.risk(settings, now.wall()));
      label.judge(risk, now.mono());
    }
  }

  /// Takes in what a former owner saw and decided, beside what it means for the rights.
  void remember(LogRecord it) {
    loggedAt = it.at();
    if (it.kind() == EntryKind.GRANT) {
      units.warm(it.units());
      money.warm(it.amount());
    } else if (it.spends()) {
      units.seen(it.units(), it.at());
      money.seen(it.amount(), it.at());
      label.remember((it.flags() & LogEntry.SLOW) == 0 ? Path.FAST : Path.SLOW);
    }
  }

  /// Puts what is remembered in relation to the present.
  void replayed(Moment now, ShardSettings settings) {
    long elapsed = Math.max(0, now.wall() - loggedAt);
    touchedAt = now.mono() - elapsed;
    if (elapsed > settings.idleAfter().toMillis()) {
      units.warm(0);
      money.warm(0);
    }
  }

  /// What is left as far as this shard knows; null without a limit.
  @Nullable Long remaining() {
    return units.limited() ? (Long) Math.max(0, Math.max(0, units.left()) + units.idle()) : null;
  }
}
