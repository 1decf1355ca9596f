package dev.plaza.quota.shard;

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

  /// Whether its figures changed since the authority was last told.
  boolean changed;

  long toldAt;

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

  void judge(ShardSettings settings, long nowMillis) {
    double risk = Math.min(units.risk(settings, nowMillis), money.risk(settings, nowMillis));
    label.judge(risk, nowMillis);
  }

  /// What is left as far as this shard knows; null without a limit.
  @Nullable Long remaining() {
    return units.limited() ? (Long) Math.max(0, Math.max(0, units.left()) + units.idle()) : null;
  }
}
