package dev.plaza.contracts.quota;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One record of a shard's log.
///
/// Topic `quota.redemption.v1`, key `shard`. `(shard, seq)` is dense: a consumer that applies a
/// record only if its `seq` is one above the last has seen everything once, whatever is delivered
/// twice; records of an epoch below the newest one seen are to be dropped. The id (`ce_id`) is made
/// of shard, epoch and seq, so a record has the same one each time it is sent.
///
/// @param epoch of the shard's owner, rises with each change of owner
/// @param guid the client's id of the redemption; null where the record is about rights or rules
/// @param offerId null where a guid was taken back before anything else was heard of it
/// @param userId canonical id of the person, with the record that spends rights
/// @param orderId what it is for, with the record that spends rights
/// @param units how many of the limit the record is about
/// @param amount how much of the budget, minor units of the offer's currency
/// @param used by how many units it changed what is used: negative where rights came free, 0 where
///     nothing changed
/// @param usedAmount the same for the budget
/// @param path `fast` or `slow`: how it was decided
/// @param heldUntil with `reserved`: when the hold runs out
/// @param lease with `rights_granted`: the number of the lease
public record RedemptionEvent(
    int shard,
    long epoch,
    long seq,
    @Nullable String guid,
    @Nullable String offerId,
    @Nullable String userId,
    @Nullable String orderId,
    long units,
    long amount,
    long used,
    long usedAmount,
    String path,
    @Nullable Instant heldUntil,
    @Nullable Long lease,
    Instant at) {

  /// Rights were spent in one step.
  public static final String REDEEMED = "quota.redemption.redeemed";

  /// Rights are held.
  public static final String RESERVED = "quota.redemption.reserved";

  /// A hold became final.
  public static final String CONFIRMED = "quota.redemption.confirmed";

  /// A redemption was taken back.
  public static final String REVERSED = "quota.redemption.reversed";

  /// A hold ran out.
  public static final String EXPIRED = "quota.redemption.expired";

  /// A hold was let go, or a guid was refused in advance.
  public static final String CANCELLED = "quota.redemption.cancelled";

  /// The authority leased rights to the shard.
  public static final String RIGHTS_GRANTED = "quota.redemption.rights_granted";

  /// The shard gave rights back.
  public static final String RIGHTS_RETURNED = "quota.redemption.rights_returned";

  /// The shard decides by new rules from here on.
  public static final String RULES_CHANGED = "quota.redemption.rules_changed";

  /// The shard forgot an ended offer.
  public static final String RETIRED = "quota.redemption.retired";

  /// The shard tried whether its log takes records again.
  public static final String PROBED = "quota.redemption.probed";

  /// The shard has a new owner.
  public static final String SEALED = "quota.redemption.sealed";
}
