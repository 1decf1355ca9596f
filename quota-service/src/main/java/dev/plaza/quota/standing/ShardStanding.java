package dev.plaza.quota.standing;

import dev.plaza.quota.shard.OfferView;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// An offer at one shard.
///
/// @param idle rights it has and has not spent
/// @param live whether the shard itself said so; else it is what it last told the authority
record ShardStanding(
    int shard,
    long epoch,
    @Nullable String owner,
    long granted,
    long returned,
    long idle,
    long redeemed,
    long held,
    long usedAmount,
    double ratePerS,
    String path,
    long labelFlips,
    boolean live) {

  static ShardStanding of(int shard, long epoch, @Nullable String owner, OfferView it) {
    return new ShardStanding(
        shard,
        epoch,
        owner,
        it.grantedUnits(),
        it.returnedUnits(),
        it.idle(),
        it.confirmed(),
        it.held(),
        it.confirmedAmount() + it.heldAmount(),
        it.ratePerSecond(),
        it.path().name().toLowerCase(Locale.ROOT),
        it.flips(),
        true);
  }

  static ShardStanding of(UseStore.Told it) {
    return new ShardStanding(
        it.shard(),
        it.epoch(),
        it.owner(),
        it.granted(),
        it.returned(),
        it.granted() - it.returned() - it.used(),
        it.used() - it.held(),
        it.held(),
        it.usedAmount(),
        it.rate(),
        it.path().toLowerCase(Locale.ROOT),
        0,
        false);
  }
}
