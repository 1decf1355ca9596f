package dev.plaza.quota.shard;

import java.util.List;

/// Who owns the limits. Rights are debited here first and leased to a shard; the shard spends
/// them without asking again.
///
/// Per offer and shard the authority keeps: `lease_no`, `granted`, `returned`, `last_grant` (each
/// for units and for money), `used`, `as_of`. One exchange is one transaction:
///  1. the epoch is not the shard's newest: refuse with [StaleEpochException], change nothing;
///  2. `returned = max(returned, report.returned)`: it is cumulative, so lost, repeated and
///     reordered reports are harmless;
///  3. where `report.asOf > as_of`: `used = report.used`, `as_of = report.asOf`;
///  4. where `report.leaseNo = lease_no + 1` and something is wanted: `grant = min(wanted, left)`
///     per measure; if any is positive, `granted += grant`, `last_grant = grant`, `lease_no +=
///     1`. A `leaseNo` at or below `lease_no` is a repetition: nothing is granted again.
///
/// `left = limit − Σ over shards (granted − returned)`, locked on the offer's row: the invariant
/// `Σ (granted − returned) ≤ limit` holds at every instant (except over a lowered limit, where
/// left is negative until enough came back). What is used stays within granted − returned.
public interface Authority {

  /// Hands in reports and gets what they ask for, one grant for each report, in order. Called on
  /// a thread that may block; may take a while or fail at any time, and the shard asks again with
  /// the same lease numbers. Any other runtime exception is treated as [UnreachableException].
  List<Grant> exchange(int shard, long epoch, List<RightsReport> reports);

  /// It cannot be reached, or it is not known whether the exchange took place.
  final class UnreachableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UnreachableException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /// The shard belongs to a newer epoch.
  final class StaleEpochException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StaleEpochException(String message) {
      super(message);
    }
  }
}
