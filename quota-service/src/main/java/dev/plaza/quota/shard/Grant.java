package dev.plaza.quota.shard;

/// The authority's answer to one report.
///
/// @param leaseNo number of the last lease it granted to this shard for this offer, 0 for none.
///     When it is one above the shard's own, the lease is new to the shard (perhaps granted long
///     ago, and the answer was lost) and `units` and `amount` are added to its rights
/// @param units units of that lease
/// @param amount money of that lease
/// @param unitsLeft what the authority still has to give after this; negative when a lowered
///     limit is exceeded; [#UNLIMITED] when there is no limit
/// @param amountLeft the same for the budget
/// @param unitsElsewhere rights that other shards have and are not known to have spent: `Σ others
///     (granted − returned − used)`. While it is positive, a shard that needs rights waits (and
///     the authority's side should recall them, see [Shard#recall]) instead of saying that
///     nothing is left
/// @param amountElsewhere the same for the budget
public record Grant(
    String offerId,
    long leaseNo,
    long units,
    long amount,
    long unitsLeft,
    long amountLeft,
    long unitsElsewhere,
    long amountElsewhere) {

  /// In `unitsLeft` and `amountLeft`: there is no limit in this measure.
  public static final long UNLIMITED = Long.MAX_VALUE;
}
