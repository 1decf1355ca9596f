package dev.plaza.quota.shard;

import org.jspecify.annotations.Nullable;

/// One offer on one shard, at one moment.
///
/// @param confirmed units redeemed and not reversed
/// @param held units in open holds
/// @param idle units of rights leased and not spent
/// @param grantedUnits total leased, `granted = confirmed + held + idle + returned`
/// @param unitsLeft what the authority had left when last heard; null when never, or no limit
/// @param timeToExhaustionSeconds from the rate and what is left; null when no end is in sight
/// @param flips how often the label changed
/// @param slow redemptions that were decided on the slow path
/// @param waited redemptions that had to wait for the authority, on either path
/// @param refused commands refused by a rule
public record OfferView(
    String offerId,
    long version,
    long confirmed,
    long held,
    long idle,
    long confirmedAmount,
    long heldAmount,
    long idleAmount,
    long grantedUnits,
    long grantedAmount,
    long returnedUnits,
    long returnedAmount,
    long leaseNo,
    @Nullable Long unitsLeft,
    double ratePerSecond,
    @Nullable Double timeToExhaustionSeconds,
    Path path,
    long flips,
    long spent,
    long slow,
    long waited,
    long refused) {}
