package dev.plaza.quota.shard;

import dev.plaza.quota.log.EntryKind;
import dev.plaza.quota.log.LogRecord;
import java.util.List;

/// What time alone brings about: holds run out, idle rights go back, the authority hears of what
/// was spent, ended offers are forgotten. A bounded share of the work in each round.
final class Upkeep {

  private static final int HOLDS_MAX = 1_000;
  private static final int OFFERS_MAX = 256;
  private static final int ENTRIES_MAX = 2_000;
  private static final long FORGET_EVERY_MILLIS = 100;
  private static final long TELL_EVERY_MILLIS = 2_000;

  /// Rights of a slow offer are wanted elsewhere: they go back this many times sooner.
  private static final long SLOW_SOONER = 10;

  private final ShardSettings settings;
  private final Ledger ledger;
  private final Decisions decisions;
  private final RightsDesk desk;
  private int offerAt;
  private int guidAt;
  private int userAt;
  private long forgotAt;

  Upkeep(ShardSettings settings, Ledger ledger, Decisions decisions, RightsDesk desk) {
    this.settings = settings;
    this.ledger = ledger;
    this.decisions = decisions;
    this.desk = desk;
  }

  void round(Moment now) {
    expireHolds(now);
    desk.impatient(now);
    List<Offer> offers = ledger.offers();
    for (int left = Math.min(OFFERS_MAX, offers.size()); left > 0; left--) {
      offerAt = (offerAt + 1) % offers.size();
      lookAfter(offers.get(offerAt), now);
    }
    forget(now);
  }

  private void expireHolds(Moment now) {
    for (int left = HOLDS_MAX; left > 0; left--) {
      Holds.Hold hold = ledger.holds.due(now.wall());
      if (hold == null) {
        return;
      }
      Offer offer = ledger.offer(ledger.guids.offer(hold.entry()));
      decisions.expire(hold, now);
      desk.retry(offer, now, 0);
    }
  }

  private void lookAfter(Offer offer, Moment now) {
    if (offer.retired) {
      return;
    }
    long idleAfter = settings.idleAfter().toMillis();
    boolean slow = offer.label.path() == Path.SLOW;
    long patience = slow ? idleAfter / SLOW_SOONER : idleAfter;
    if (offer.idle() && offer.parked.isEmpty() && now.mono() - offer.touchedAt >= patience) {
      decisions.giveBack(offer, now);
    }
    if (offer.changed && now.mono() - offer.toldAt >= TELL_EVERY_MILLIS) {
      offer.tellDue = true;
    }
    if (isOver(offer, now)) {
      decisions.giveBack(offer, now);
      decisions.write(LogRecord.ofOffer(EntryKind.RETIRED, now.wall(), offer.number, 0, 0, 0));
    }
    desk.touched(offer, now);
  }

  private boolean isOver(Offer offer, Moment now) {
    return offer.rules().endsAt().plus(settings.guidRetention()).toEpochMilli() <= now.wall()
        && offer.units.held() == 0
        && offer.money.held() == 0
        && offer.parked.isEmpty();
  }

  private void forget(Moment now) {
    if (!ledger.forgets() || now.mono() - forgotAt < FORGET_EVERY_MILLIS) {
      return;
    }
    forgotAt = now.mono();
    for (int left = Math.min(ENTRIES_MAX, ledger.guids.end()); left > 0; left--) {
      guidAt = (guidAt + 1) % ledger.guids.end();
      if (ledger.guids.used(guidAt) && forgettable(guidAt, now)) {
        ledger.forget(guidAt);
      }
    }
    for (int left = Math.min(ENTRIES_MAX, ledger.users.end()); left > 0; left--) {
      userAt = (userAt + 1) % ledger.users.end();
      if (ledger.users.used(userAt) && ledger.offer(ledger.users.offer(userAt)).retired) {
        ledger.users.remove(userAt);
      }
    }
  }

  private boolean forgettable(int entry, Moment now) {
    int offer = ledger.guids.offer(entry);
    return offer < 0
        ? ledger.guids.amount(entry) + settings.guidRetention().toMillis() <= now.wall()
        : ledger.offer(offer).retired;
  }
}
