package dev.plaza.quota.authority;

import dev.plaza.quota.shard.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// Rights and accounts in the database; each statement takes a whole exchange.
@Repository
class RightsStore {

  private final JdbcClient jdbc;

  RightsStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// The newest epochs of shards. The locks let leases be renewed and keep new owners out until
  /// the exchange has ended.
  Map<Integer, Long> lockEpochs(Collection<Integer> shards) {
    var epochs = new HashMap<Integer, Long>();
    jdbc.sql("SELECT id, epoch FROM shard WHERE id = ANY (:shards) ORDER BY id FOR KEY SHARE")
        .param("shards", shards.toArray(Integer[]::new))
        .query(
            row -> {
              epochs.put(row.getInt("id"), row.getLong("epoch"));
            });
    return epochs;
  }

  /// Always in the order of ids, so that two exchanges cannot wait for each other.
  List<Ledger> lockLedgers(Collection<String> offers) {
    return jdbc.sql(
            """
            SELECT id, limit_units, budget_amount, out_units, out_amount, used_units, used_amount
              FROM offer WHERE id = ANY (:ids) ORDER BY id FOR NO KEY UPDATE
            """)
        .param("ids", offers.toArray(String[]::new))
        .query(
            (row, _) ->
                new Ledger(
                    row.getString("id"),
                    row.getObject("limit_units", Long.class),
                    row.getObject("budget_amount", Long.class),
                    row.getLong("out_units"),
                    row.getLong("out_amount"),
                    row.getLong("used_units"),
                    row.getLong("used_amount")))
        .list();
  }

  Map<Accounts.Place, RightsRow> rows(List<Accounts.Place> places) {
    var rows = new HashMap<Accounts.Place, RightsRow>();
    jdbc.sql(
            """
            SELECT r.* FROM unnest(:shards, :offers) AS n (shard, offer_id)
              JOIN rights r ON r.offer_id = n.offer_id AND r.shard = n.shard
            """)
        .param("shards", shards(places))
        .param("offers", offers(places))
        .query(
            row -> {
              RightsRow it = row(row);
              rows.put(new Accounts.Place(row.getInt("shard"), it.offerId()), it);
            });
    return rows;
  }

  static RightsRow row(ResultSet row) throws SQLException {
    return new RightsRow(
        row.getString("offer_id"),
        row.getLong("lease_no"),
        row.getLong("granted_units"),
        row.getLong("granted_amount"),
        row.getLong("returned_units"),
        row.getLong("returned_amount"),
        row.getLong("last_units"),
        row.getLong("last_amount"),
        row.getLong("used_units"),
        row.getLong("used_amount"),
        row.getLong("held_units"),
        row.getLong("as_of"),
        row.getDouble("rate_per_second"),
        Path.valueOf(row.getString("path")));
  }

  void saveRows(Map<Accounts.Place, RightsRow> changed) {
    List<Accounts.Place> places = List.copyOf(changed.keySet());
    List<RightsRow> rows = places.stream().map(changed::get).toList();
    jdbc.sql(
            """
            INSERT INTO rights AS r
                   (offer_id, shard, lease_no, granted_units, granted_amount, returned_units,
                    returned_amount, last_units, last_amount, used_units, used_amount, held_units,
                    as_of, rate_per_second, path)
            SELECT n.offer_id, n.shard, n.lease_no, n.granted_units, n.granted_amount,
                   n.returned_units, n.returned_amount, n.last_units, n.last_amount, n.used_units,
                   n.used_amount, n.held_units, n.as_of, n.rate, n.path
              FROM unnest(:ids, :shards, :leases, :grantedUnits, :grantedAmounts, :returnedUnits,
                          :returnedAmounts, :lastUnits, :lastAmounts, :usedUnits, :usedAmounts,
                          :heldUnits, :asOf, :rates, :paths)
                   AS n (offer_id, shard, lease_no, granted_units, granted_amount, returned_units,
                         returned_amount, last_units, last_amount, used_units, used_amount,
                         held_units, as_of, rate, path)
            ON CONFLICT (offer_id, shard) DO UPDATE
               SET lease_no = EXCLUDED.lease_no, granted_units = EXCLUDED.granted_units,
                   granted_amount = EXCLUDED.granted_amount,
                   returned_units = EXCLUDED.returned_units,
                   returned_amount = EXCLUDED.returned_amount, last_units = EXCLUDED.last_units,
                   last_amount = EXCLUDED.last_amount, used_units = EXCLUDED.used_units,
                   used_amount = EXCLUDED.used_amount, held_units = EXCLUDED.held_units,
                   as_of = EXCLUDED.as_of, rate_per_second = EXCLUDED.rate_per_second,
                   path = EXCLUDED.path, at = now()
            """)
        .param("ids", offers(places))
        .param("shards", shards(places))
        .param("leases", longs(rows, RightsRow::leaseNo))
        .param("grantedUnits", longs(rows, RightsRow::grantedUnits))
        .param("grantedAmounts", longs(rows, RightsRow::grantedAmount))
        .param("returnedUnits", longs(rows, RightsRow::returnedUnits))
        .param("returnedAmounts", longs(rows, RightsRow::returnedAmount))
        .param("lastUnits", longs(rows, RightsRow::lastUnits))
        .param("lastAmounts", longs(rows, RightsRow::lastAmount))
        .param("usedUnits", longs(rows, RightsRow::usedUnits))
        .param("usedAmounts", longs(rows, RightsRow::usedAmount))
        .param("heldUnits", longs(rows, RightsRow::heldUnits))
        .param("asOf", longs(rows, RightsRow::asOf))
        .param("rates", doubles(rows, RightsRow::rate))
        .param("paths", rows.stream().map(it -> it.path().name()).toArray(String[]::new))
        .update();
  }

  void saveLedgers(List<Ledger> ledgers) {
    jdbc.sql(
            """
            UPDATE offer o
               SET out_units = n.out_units, out_amount = n.out_amount,
                   used_units = n.used_units, used_amount = n.used_amount
              FROM unnest(:ids, :outUnits, :outAmounts, :usedUnits, :usedAmounts)
                   AS n (id, out_units, out_amount, used_units, used_amount)
             WHERE o.id = n.id
            """)
        .param("ids", ledgers.stream().map(Ledger::offerId).toArray(String[]::new))
        .param("outUnits", longs(ledgers, Ledger::outUnits))
        .param("outAmounts", longs(ledgers, Ledger::outAmount))
        .param("usedUnits", longs(ledgers, Ledger::usedUnits))
        .param("usedAmounts", longs(ledgers, Ledger::usedAmount))
        .update();
  }

  /// Tells the owners of other shards that somebody needs what lies idle there.
  void askForIdle(List<Accounts.Place> shortOf) {
    jdbc.sql(
            """
            SELECT pg_notify(:channel, offer_id || ' ' || string_agg(shard::text, ','))
              FROM rights r
             WHERE offer_id = ANY (:offers)
               AND (granted_units - returned_units > used_units
                    OR granted_amount - returned_amount > used_amount)
               AND EXISTS (SELECT FROM unnest(:shards, :offers) AS n (shard, offer_id)
                            WHERE n.offer_id = r.offer_id AND n.shard <> r.shard)
             GROUP BY offer_id
            """)
        .param("channel", PostgresAuthority.RECALL)
        .param("offers", offers(shortOf))
        .param("shards", shards(shortOf))
        .query()
        .listOfRows();
  }

  /// Tells whoever waits for rights of these offers that it is worth asking.
  void tell(Set<String> offers) {
    jdbc.sql("SELECT pg_notify(:channel, offer_id) FROM unnest(:offers) AS n (offer_id)")
        .param("channel", PostgresAuthority.NEWS)
        .param("offers", offers.toArray(String[]::new))
        .query()
        .listOfRows();
  }

  private static Integer[] shards(List<Accounts.Place> places) {
    return places.stream().map(Accounts.Place::shard).toArray(Integer[]::new);
  }

  private static String[] offers(List<Accounts.Place> places) {
    return places.stream().map(Accounts.Place::offerId).toArray(String[]::new);
  }

  private static <T> long[] longs(List<T> rows, ToLongFunction<T> of) {
    return rows.stream().mapToLong(of).toArray();
  }

  private static <T> double[] doubles(List<T> rows, ToDoubleFunction<T> of) {
    return rows.stream().mapToDouble(of).toArray();
  }
}
