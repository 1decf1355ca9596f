package dev.plaza.quota.shard;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The authority's protocol in memory: the model that the one on PostgreSQL must equal, and the
/// judge of "granted and not returned never exceeds the limit".
final class MemoryAuthority implements Authority {

  private final Map<String, Limits> offers = new HashMap<>();
  private final Map<Integer, Long> epochs = new HashMap<>();
  private final Map<String, Map<Integer, Account>> accounts = new HashMap<>();

  private final boolean grantsAgain;

  MemoryAuthority() {
    this(false);
  }

  /// @param grantsAgain a fault: a repeated request is granted anew
  MemoryAuthority(boolean grantsAgain) {
    this.grantsAgain = grantsAgain;
  }

  /// A fault: takes the rights of a shard back without having read its log.
  synchronized void reclaim(int shard) {
    for (Map<Integer, Account> shards : accounts.values()) {
      Account it = shards.get(shard);
      if (it != null) {
        it.returnedUnits = it.grantedUnits;
        it.returnedAmount = it.grantedAmount;
      }
    }
  }

  /// A limit, or [Grant#UNLIMITED], in each measure.
  record Limits(long units, long amount) {}

  static final class Account {
    long leaseNo;
    long lastUnits;
    long lastAmount;
    long grantedUnits;
    long grantedAmount;
    long returnedUnits;
    long returnedAmount;
    long usedUnits;
    long usedAmount;
    long asOf = -1;

    long outUnits() {
      return grantedUnits - returnedUnits;
    }

    long outAmount() {
      return grantedAmount - returnedAmount;
    }
  }

  synchronized void limit(OfferRules rules) {
    offers.put(
        rules.offerId(),
        new Limits(
            rules.limit() == null ? Grant.UNLIMITED : rules.limit(),
            rules.budget() == null ? Grant.UNLIMITED : rules.budget()));
  }

  /// Gives a shard to a new epoch: whatever an older one sends from now on is refused.
  synchronized void epoch(int shard, long epoch) {
    epochs.merge(shard, epoch, Math::max);
  }

  @Override
  public synchronized List<Grant> exchange(int shard, long epoch, List<RightsReport> reports) {
    if (epochs.getOrDefault(shard, 0L) > epoch) {
      throw new StaleEpochException("shard " + shard + " belongs to a newer epoch");
    }
    var grants = new ArrayList<Grant>();
    for (RightsReport report : reports) {
      grants.add(exchange(shard, report));
    }
    return grants;
  }

  private Grant exchange(int shard, RightsReport report) {
    Limits limits = offers.get(report.offerId());
    Map<Integer, Account> shards = accounts.computeIfAbsent(report.offerId(), _ -> new HashMap<>());
    Account mine = shards.computeIfAbsent(shard, _ -> new Account());
    mine.returnedUnits = Math.max(mine.returnedUnits, report.returnedUnits());
    mine.returnedAmount = Math.max(mine.returnedAmount, report.returnedAmount());
    if (report.asOf() > mine.asOf) {
      mine.asOf = report.asOf();
      mine.usedUnits = report.usedUnits();
      mine.usedAmount = report.usedAmount();
    }
    boolean fresh = report.leaseNo() == mine.leaseNo + 1;
    if ((fresh || grantsAgain) && report.wants()) {
      long units = Math.max(0, Math.min(report.wantUnits(), left(limits.units, outUnits(shards))));
      long amount =
          Math.max(0, Math.min(report.wantAmount(), left(limits.amount, outAmount(shards))));
      if (units > 0 || amount > 0) {
        mine.leaseNo += fresh ? 1 : 0;
        mine.lastUnits = units;
        mine.lastAmount = amount;
        mine.grantedUnits += units;
        mine.grantedAmount += amount;
      }
    }
    long elsewhereUnits = 0;
    long elsewhereAmount = 0;
    for (Account it : shards.values()) {
      if (it != mine) {
        elsewhereUnits += it.outUnits() - it.usedUnits;
        elsewhereAmount += it.outAmount() - it.usedAmount;
      }
    }
    return new Grant(
        report.offerId(),
        mine.leaseNo,
        mine.lastUnits,
        mine.lastAmount,
        left(limits.units, outUnits(shards)),
        left(limits.amount, outAmount(shards)),
        elsewhereUnits,
        elsewhereAmount);
  }

  private static long left(long limit, long out) {
    return limit == Grant.UNLIMITED ? Grant.UNLIMITED : limit - out;
  }

  private static long outUnits(Map<Integer, Account> shards) {
    long out = 0;
    for (Account it : shards.values()) {
      out += it.outUnits();
    }
    return out;
  }

  private static long outAmount(Map<Integer, Account> shards) {
    long out = 0;
    for (Account it : shards.values()) {
      out += it.outAmount();
    }
    return out;
  }

  /// Units granted and not returned.
  synchronized long outUnits(String offerId) {
    return outUnits(accounts.getOrDefault(offerId, Map.of()));
  }

  synchronized long outAmount(String offerId) {
    return outAmount(accounts.getOrDefault(offerId, Map.of()));
  }

  synchronized long limitUnits(String offerId) {
    return offers.get(offerId).units;
  }

  synchronized long limitAmount(String offerId) {
    return offers.get(offerId).amount;
  }
}
