package dev.plaza.quota.shard;

/// How much to ask the authority for.
///
/// Slow: what waiting commands need. Fast: `q` ([Rights#fastGrant]), as soon as less than half of
/// it is idle and somebody has spent lately.
final class Wants {

  private static final long AHEAD_WITHIN_MILLIS = 1_000;

  private final ShardSettings settings;
  private final Ledger ledger;

  Wants(ShardSettings settings, Ledger ledger) {
    this.settings = settings;
    this.ledger = ledger;
  }

  /// Whether rights should be leased ahead.
  boolean low(Offer offer, Moment now) {
    return asksAhead(offer, now) && (low(offer.units, now) || low(offer.money, now));
  }

  private static boolean asksAhead(Offer offer, Moment now) {
    return offer.label.path() == Path.FAST && now.mono() - offer.touchedAt < AHEAD_WITHIN_MILLIS;
  }

  private boolean low(Rights rights, Moment now) {
    return rights.limited()
        && rights.left() > 0
        && rights.idle() < rights.fastGrant(settings, now.wall()) / 2;
  }

  /// What to tell about an offer, and what to ask for.
  ///
  /// @param asks whether to ask at all
  /// @param asOf last record that is written
  RightsReport report(Offer offer, boolean asks, Moment now, long asOf) {
    long needUnits = 0;
    long needAmount = 0;
    for (Parked it : offer.parked) {
      needUnits += units(it.command());
      needAmount += amount(it.command());
    }
    return new RightsReport(
        offer.id,
        offer.leaseNo + 1,
        asks ? want(offer, offer.units, needUnits, now) : 0,
        asks ? want(offer, offer.money, needAmount, now) : 0,
        offer.units.returned(),
        offer.money.returned(),
        offer.units.spent(),
        offer.money.spent(),
        offer.units.held(),
        asOf,
        offer.units.ratePerSecond(now.wall()),
        offer.label.path());
  }

  private long want(Offer offer, Rights rights, long need, Moment now) {
    if (!rights.limited()) {
      return 0;
    }
    long target = need;
    if (offer.label.path() == Path.FAST) {
      if (need > 0) {
        rights.ranOut(settings, now.wall());
        target = Math.max(need, rights.fastGrant(settings, now.wall()));
      } else if (asksAhead(offer, now) && low(rights, now)) {
        target = rights.fastGrant(settings, now.wall());
      }
    }
    return Math.max(0, target - Math.max(0, rights.idle()));
  }

  long units(Command command) {
    return command instanceof Command.Spend it ? it.units() : ledger.guids.units(entry(command));
  }

  long amount(Command command) {
    return switch (command) {
      case Command.Spend it -> it.amount();
      case Command.Confirm(_, Long amount) when amount != null -> amount;
      case Command.Confirm _, Command.Reverse _ -> ledger.guids.amount(entry(command));
    };
  }

  private int entry(Command command) {
    return ledger.guids.find(
        command.guid().getMostSignificantBits(), command.guid().getLeastSignificantBits());
  }
}
