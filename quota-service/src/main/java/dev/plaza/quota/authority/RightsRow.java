package dev.plaza.quota.authority;

import dev.plaza.quota.shard.Grant;
import dev.plaza.quota.shard.Path;
import dev.plaza.quota.shard.RightsReport;

/// The rights of one offer at one shard, as the authority keeps them, and the step an exchange
/// takes. Pure.
///
/// @param lastUnits units of the lease `leaseNo`, kept because its answer may be lost
record RightsRow(
    String offerId,
    long leaseNo,
    long grantedUnits,
    long grantedAmount,
    long returnedUnits,
    long returnedAmount,
    long lastUnits,
    long lastAmount,
    long usedUnits,
    long usedAmount,
    long heldUnits,
    long asOf,
    double rate,
    Path path) {

  static RightsRow none(String offerId) {
    return new RightsRow(offerId, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, Path.FAST);
  }

  /// Takes the figures of a report: what came back is cumulative, what is used goes by `asOf`.
  RightsRow reported(RightsReport report) {
    boolean newer = report.asOf() > asOf;
    return new RightsRow(
        offerId,
        leaseNo,
        grantedUnits,
        grantedAmount,
        Math.max(returnedUnits, report.returnedUnits()),
        Math.max(returnedAmount, report.returnedAmount()),
        lastUnits,
        lastAmount,
        newer ? report.usedUnits() : usedUnits,
        newer ? report.usedAmount() : usedAmount,
        newer ? report.heldUnits() : heldUnits,
        Math.max(asOf, report.asOf()),
        newer ? report.ratePerSecond() : rate,
        newer ? report.path() : path);
  }

  /// Grants what is wanted and left, under the next lease number; nothing when the report asks for
  /// a lease that was already given.
  RightsRow granted(RightsReport report, long unitsLeft, long amountLeft) {
    if (report.leaseNo() != leaseNo + 1) {
      return this;
    }
    long units = grant(report.wantUnits(), unitsLeft, usedUnits - outUnits());
    long amount = grant(report.wantAmount(), amountLeft, usedAmount - outAmount());
    if (units == 0 && amount == 0) {
      return this;
    }
    return new RightsRow(
        offerId,
        leaseNo + 1,
        grantedUnits + units,
        grantedAmount + amount,
        returnedUnits,
        returnedAmount,
        units,
        amount,
        usedUnits,
        usedAmount,
        heldUnits,
        asOf,
        rate,
        path);
  }

  /// What was spent while there was no limit (`uncovered`) is covered first; it is not left anyway.
  private static long grant(long wanted, long left, long uncovered) {
    return wanted <= 0 ? 0 : Math.max(0, uncovered) + Math.clamp(wanted, 0, Math.max(0, left));
  }

  /// What counts against the limit: rights that are out, or what was spent without any.
  long claimedUnits() {
    return Math.max(outUnits(), usedUnits);
  }

  long claimedAmount() {
    return Math.max(outAmount(), usedAmount);
  }

  /// What left the authority and did not come back.
  long outUnits() {
    return grantedUnits - returnedUnits;
  }

  long outAmount() {
    return grantedAmount - returnedAmount;
  }

  Grant grant(Ledger after) {
    return new Grant(
        offerId,
        leaseNo,
        lastUnits,
        lastAmount,
        after.unitsLeft(),
        after.amountLeft(),
        Math.max(0, after.outUnits() - after.usedUnits() - (claimedUnits() - usedUnits)),
        Math.max(0, after.outAmount() - after.usedAmount() - (claimedAmount() - usedAmount)));
  }
}
