package dev.plaza.quota.authority;

import dev.plaza.quota.shard.Grant;
import dev.plaza.quota.shard.RightsReport;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What one transaction has read of the authority's accounts, locked, and what it makes of them:
/// the exchanges of several shards, one after the other.
final class Accounts {

  private final Set<Place> places = new LinkedHashSet<>();
  private final Map<String, Ledger> ledgers = new LinkedHashMap<>();
  private final Map<Place, RightsRow> rows = new HashMap<>();

  /// Which shards got less than they wanted while others have rights they do not use.
  private final Set<Place> shortOf = new HashSet<>();

  private final Set<String> news = new HashSet<>();

  /// The rights of one offer at one shard.
  record Place(int shard, String offerId) {}

  void expect(int shard, List<RightsReport> reports) {
    reports.forEach(it -> places.add(new Place(shard, it.offerId())));
  }

  void load(RightsStore store) {
    if (places.isEmpty()) {
      return;
    }
    List<String> offers = places.stream().map(Place::offerId).distinct().toList();
    store.lockLedgers(offers).forEach(it -> ledgers.put(it.offerId(), it));
    rows.putAll(store.rows(List.copyOf(places)));
  }

  List<Grant> exchange(int shard, List<RightsReport> reports) {
    var grants = new ArrayList<Grant>(reports.size());
    reports.forEach(it -> grants.add(exchange(new Place(shard, it.offerId()), it)));
    return grants;
  }

  private Grant exchange(Place place, RightsReport report) {
    Ledger ledger = ledgers.get(report.offerId());
    if (ledger == null) {
      return new Grant(report.offerId(), 0, 0, 0, 0, 0, 0, 0);
    }
    RightsRow before = rows.getOrDefault(place, RightsRow.none(report.offerId()));
    RightsRow reported = before.reported(report);
    Ledger told = ledger.moved(before, reported);
    RightsRow after = reported.granted(report, told.unitsLeft(), told.amountLeft());
    Ledger settled = told.moved(reported, after);
    ledgers.put(report.offerId(), settled);
    rows.put(place, after);
    Grant grant = after.grant(settled);
    if (report.leaseNo() > reported.leaseNo() && isShort(report, reported, after, grant)) {
      shortOf.add(place);
    }
    if (settled.isNews(ledger)) {
      news.add(report.offerId());
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

  void save(RightsStore store) {
    rows.keySet().removeIf(it -> !ledgers.containsKey(it.offerId()));
    if (rows.isEmpty()) {
      return;
    }
    store.saveRows(rows);
    store.saveLedgers(List.copyOf(ledgers.values()));
    if (!shortOf.isEmpty()) {
      store.askForIdle(List.copyOf(shortOf));
    }
    if (!news.isEmpty()) {
      store.tell(news);
    }
  }
}
