package dev.plaza.quota.authority;

import dev.plaza.quota.shard.Authority;
import dev.plaza.quota.shard.Grant;
import dev.plaza.quota.shard.RightsReport;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/// The authority in PostgreSQL. Every exchange is one transaction under the locks of the offers it
/// names, so that `Σ (granted − returned) ≤ limit` holds at every instant.
@Component
public class PostgresAuthority implements Authority {

  /// Listeners hear `<offer> <shard>,<shard>…`: these have idle rights that another shard needs.
  public static final String RECALL = "quota_recall";

  private static final int ATTEMPT_SECONDS_MAX = 5;

  private final RightsStore store;
  private final TransactionTemplate transaction;
  private final ExchangeMeter meter;

  PostgresAuthority(
      RightsStore store, PlatformTransactionManager transactions, ExchangeMeter meter) {
    this.store = store;
    this.meter = meter;
    this.transaction = new TransactionTemplate(transactions);
    this.transaction.setTimeout(ATTEMPT_SECONDS_MAX);
  }

  @Override
  public List<Grant> exchange(int shard, long epoch, List<RightsReport> reports) {
    long began = System.nanoTime();
    try {
      List<Grant> grants = transaction.execute(_ -> inTransaction(shard, epoch, reports));
      meter.exchanged(System.nanoTime() - began, reports.size());
      return grants == null ? List.of() : grants;
    } catch (DataAccessException | TransactionException e) {
      meter.failed();
      throw new UnreachableException("the authority does not answer", e);
    }
  }

  private List<Grant> inTransaction(int shard, long epoch, List<RightsReport> reports) {
    long newest = store.lockEpoch(shard);
    if (newest != epoch) {
      throw new StaleEpochException(
          "shard %d is at epoch %d, not %d".formatted(shard, newest, epoch));
    }
    var ids = new TreeSet<String>();
    reports.forEach(it -> ids.add(it.offerId()));
    Map<String, Ledger> ledgers = new LinkedHashMap<>();
    store.lockLedgers(ids).forEach(it -> ledgers.put(it.offerId(), it));
    Map<String, RightsRow> rows = new HashMap<>();
    store.rows(shard, ids).forEach(it -> rows.put(it.offerId(), it));
    var grants = new ArrayList<Grant>(reports.size());
    for (RightsReport report : reports) {
      grants.add(exchange(shard, report, ledgers, rows));
    }
    rows.keySet().retainAll(ledgers.keySet());
    if (!rows.isEmpty()) {
      store.saveRows(shard, List.copyOf(rows.values()));
      store.saveLedgers(List.copyOf(ledgers.values()));
    }
    return grants;
  }

  private Grant exchange(
      int shard, RightsReport report, Map<String, Ledger> ledgers, Map<String, RightsRow> rows) {
    Ledger ledger = ledgers.get(report.offerId());
    if (ledger == null) {
      return new Grant(report.offerId(), 0, 0, 0, 0, 0, 0, 0);
    }
    RightsRow before = rows.getOrDefault(report.offerId(), RightsRow.none(report.offerId()));
    RightsRow reported = before.reported(report);
    Ledger told = ledger.moved(before, reported);
    RightsRow after = reported.granted(report, told.unitsLeft(), told.amountLeft());
    Ledger settled = told.moved(reported, after);
    ledgers.put(report.offerId(), settled);
    rows.put(report.offerId(), after);
    Grant grant = after.grant(settled);
    if (report.leaseNo() > reported.leaseNo() && isShort(report, reported, after, grant)) {
      store.askForIdle(shard, report.offerId());
    }
    return grant;
  }

  /// Whether it got less than it wanted while others have rights they do not use.
  private static boolean isShort(
      RightsReport report, RightsRow before, RightsRow after, Grant grant) {
    long units = after.grantedUnits() - before.grantedUnits();
    long amount = after.grantedAmount() - before.grantedAmount();
    boolean shortOfUnits = units < report.wantUnits() && grant.unitsElsewhere() > 0;
    boolean shortOfAmount = amount < report.wantAmount() && grant.amountElsewhere() > 0;
    return shortOfUnits || shortOfAmount;
  }
}
