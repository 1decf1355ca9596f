package dev.plaza.quota.shard;

/// What a shard tells the authority about one offer, and what it asks for. All totals are since
/// the beginning of the offer on this shard, over all epochs, and durable in its log.
///
/// @param leaseNo number of the lease asked for: one above the last the shard has received
/// @param wantUnits how many units it would like; 0 when it only reports
/// @param wantAmount how much money it would like; 0 when it only reports
/// @param returnedUnits total of units given back
/// @param usedUnits units spent now, held ones included
/// @param heldUnits the part of `usedUnits` in open holds
/// @param asOf the shard's log sequence behind the used figures: a later report has a higher one
/// @param ratePerSecond recently seen units per second on this shard
/// @param path the label of the offer on this shard
public record RightsReport(
    String offerId,
    long leaseNo,
    long wantUnits,
    long wantAmount,
    long returnedUnits,
    long returnedAmount,
    long usedUnits,
    long usedAmount,
    long heldUnits,
    long asOf,
    double ratePerSecond,
    Path path) {

  boolean wants() {
    return wantUnits > 0 || wantAmount > 0;
  }
}
