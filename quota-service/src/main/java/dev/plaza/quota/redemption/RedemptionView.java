package dev.plaza.quota.redemption;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A redemption as it stands.
///
/// @param heldUntil when a reservation runs out
record RedemptionView(
    UUID guid,
    @Nullable String offerId,
    String status,
    String mode,
    long units,
    long amount,
    String path,
    @Nullable Long remainingHint,
    @Nullable Instant heldUntil,
    int shard) {

  static RedemptionView of(int shard, dev.plaza.quota.shard.RedemptionView it) {
    return new RedemptionView(
        it.guid(),
        it.offerId(),
        RedemptionAnswer.word(it.status()),
        it.mode().name().toLowerCase(java.util.Locale.ROOT),
        it.units(),
        it.amount(),
        RedemptionAnswer.word(it.path()),
        it.remainingHint(),
        it.heldUntil(),
        shard);
  }
}
