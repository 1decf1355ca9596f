package dev.plaza.bench.quota;

import dev.plaza.quota.shard.Authority;
import dev.plaza.quota.shard.Grant;
import dev.plaza.quota.shard.RightsReport;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/// The authority's protocol in memory, two milliseconds away: what an exchange with a database
/// costs in time, without its CPU.
final class BenchAuthority implements Authority {

  private static final long ROUND_TRIP_NANOS = 2_000_000;

  private final long limit;
  private final int shards;
  private final Map<String, Account[]> offers = new HashMap<>();

  private static final class Account {
    long leaseNo;
    long lastGrant;
    long granted;
    long returned;
    long used;

    long out() {
      return granted - returned;
    }
  }

  BenchAuthority(long limit, int shards) {
    this.limit = limit;
    this.shards = shards;
  }

  @Override
  public List<Grant> exchange(int shard, long epoch, List<RightsReport> reports) {
    LockSupport.parkNanos(ROUND_TRIP_NANOS);
    var grants = new ArrayList<Grant>(reports.size());
    synchronized (this) {
      for (RightsReport it : reports) {
        Account[] accounts = offers.computeIfAbsent(it.offerId(), _ -> accounts());
        grants.add(exchange(accounts, accounts[shard], it));
      }
    }
    return grants;
  }

  private Account[] accounts() {
    var accounts = new Account[shards];
    for (int shard = 0; shard < shards; shard++) {
      accounts[shard] = new Account();
    }
    return accounts;
  }

  private Grant exchange(Account[] all, Account mine, RightsReport it) {
    if (it.leaseNo() > mine.leaseNo + 1) {
      // A recovered shard: this authority is new, the shard's log is not.
      mine.leaseNo = it.leaseNo() - 1;
      mine.granted = it.returnedUnits() + it.usedUnits();
    }
    mine.returned = Math.max(mine.returned, it.returnedUnits());
    mine.used = it.usedUnits();
    long out = 0;
    long elsewhere = 0;
    for (Account account : all) {
      out += account.out();
      elsewhere += account == mine ? 0 : account.out() - account.used;
    }
    long grant = Math.min(it.wantUnits(), limit - out);
    if (it.leaseNo() == mine.leaseNo + 1 && grant > 0) {
      mine.leaseNo++;
      mine.lastGrant = grant;
      mine.granted += grant;
      out += grant;
    }
    return new Grant(
        it.offerId(),
        mine.leaseNo,
        mine.lastGrant,
        0,
        limit - out,
        Grant.UNLIMITED,
        Math.max(0, elsewhere),
        0);
  }
}
