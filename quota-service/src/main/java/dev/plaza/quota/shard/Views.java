package dev.plaza.quota.shard;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The state as others see it.
final class Views {

  private Views() {}

  static OfferView of(Offer it, Ledger ledger, Moment now) {
    return new OfferView(
        it.id,
        it.rules().version(),
        it.units.spent() - it.units.held(),
        it.units.held(),
        it.units.idle(),
        it.money.spent() - it.money.held(),
        it.money.held(),
        it.money.idle(),
        it.units.granted(),
        it.money.granted(),
        it.units.returned(),
        it.money.returned(),
        it.leaseNo,
        it.heard() && it.units.limited() ? (Long) it.units.left() : null,
        it.units.ratePerSecond(now.wall()),
        it.units.secondsToExhaustion(ledger.shards(), now.wall()),
        it.label.path(),
        it.label.flips(),
        it.spentCount,
        it.slowCount,
        it.waitedCount,
        it.refusedCount);
  }

  static RedemptionView of(UUID guid, int entry, Ledger ledger) {
    GuidTable guids = ledger.guids;
    int offer = guids.offer(entry);
    Holds.Hold hold = ledger.holds.of(entry);
    long hint = guids.hint(entry);
    return new RedemptionView(
        guid,
        offer < 0 ? null : ledger.offer(offer).id,
        guids.units(entry),
        offer < 0 ? 0 : guids.amount(entry),
        guids.mode(entry),
        guids.status(entry),
        guids.path(entry),
        hint == 0 ? null : (Long) (hint - 1),
        heldUntil(hold));
  }

  private static @Nullable Instant heldUntil(Holds.@Nullable Hold hold) {
    return hold == null ? null : Instant.ofEpochMilli(hold.until());
  }
}
