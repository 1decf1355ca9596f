package dev.plaza.quota.reconcile;

import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// Log and authority, per offer and shard.
///
/// What a shard told is true as of a sequence number of its log, so both sides can be compared
/// exactly under load: the log up to that number must say the same. Where the queryable log is not
/// there yet, nothing can be said.
@Repository
class Books {

  private final JdbcClient jdbc;

  Books(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// One offer at one shard.
  ///
  /// @param used units spent as the shard told the authority as of `asOf`
  /// @param logUsed the same, summed up from the log to that point
  /// @param arrived whether the queryable log has come that far
  record Line(
      String offer,
      int shard,
      long asOf,
      long logSeq,
      boolean arrived,
      long used,
      long logUsed,
      long logUsedAll,
      long granted,
      long logGranted,
      long returned,
      long logReturned) {

    long drift() {
      return arrived
          ? Math.abs(used - logUsed)
              + Math.abs(granted - logGranted)
              + Math.abs(returned - logReturned)
          : 0;
    }
  }

  /// Offers whose account does not equal the sum of its shards' rows.
  record Account(String offer, long out, long shardsOut, long used, long shardsUsed) {}

  List<Line> lines(int offers) {
    return jdbc.sql(
            """
            WITH recent AS (
              SELECT offer_id FROM rights GROUP BY offer_id ORDER BY max(at) DESC LIMIT :offers)
            SELECT r.offer_id, r.shard, r.as_of, coalesce(p.seq, 0) AS log_seq,
                   coalesce(p.seq, 0) >= r.as_of AS arrived, r.used_units, l.used, l.used_all,
                   CASE WHEN l.lease = r.lease_no - 1 THEN r.granted_units - r.last_units
                        ELSE r.granted_units END AS granted,
                   l.granted AS log_granted, r.returned_units, l.returned
              FROM recent JOIN rights r USING (offer_id)
              LEFT JOIN log_position p ON p.shard = r.shard
              CROSS JOIN LATERAL (
                SELECT coalesce(sum(used) FILTER (WHERE seq <= r.as_of), 0) AS used,
                       coalesce(sum(used), 0) AS used_all,
                       coalesce(sum(units) FILTER (WHERE type LIKE '%.rights_granted'
                                                     AND lease <= r.lease_no), 0) AS granted,
                       coalesce(max(lease) FILTER (WHERE lease <= r.lease_no), 0) AS lease,
                       coalesce(sum(units) FILTER (WHERE type LIKE '%.rights_returned'
                                                     AND seq <= r.as_of), 0) AS returned
                  FROM redemption_log
                 WHERE offer_id = r.offer_id AND shard = r.shard) l
             ORDER BY r.offer_id, r.shard
            """)
        .param("offers", offers)
        .query(
            (row, _) ->
                new Line(
                    row.getString("offer_id"),
                    row.getInt("shard"),
                    row.getLong("as_of"),
                    row.getLong("log_seq"),
                    row.getBoolean("arrived"),
                    row.getLong("used_units"),
                    row.getLong("used"),
                    row.getLong("used_all"),
                    row.getLong("granted"),
                    row.getLong("log_granted"),
                    row.getLong("returned_units"),
                    row.getLong("returned")))
        .list();
  }

  List<Account> wrongAccounts(int offers) {
    return jdbc.sql(
            """
            SELECT o.id, o.out_units, r.out_sum, o.used_units, r.used_sum
              FROM offer o
              JOIN (SELECT offer_id, sum(greatest(granted_units - returned_units, used_units)) AS out_sum,
                           sum(used_units) AS used_sum
                      FROM rights GROUP BY offer_id) r ON r.offer_id = o.id
             WHERE o.out_units <> r.out_sum OR o.used_units <> r.used_sum LIMIT :offers
            """)
        .param("offers", offers)
        .query(
            (row, _) ->
                new Account(
                    row.getString("id"),
                    row.getLong("out_units"),
                    row.getLong("out_sum"),
                    row.getLong("used_units"),
                    row.getLong("used_sum")))
        .list();
  }

  /// Rights that shards have and are not known to have spent.
  long outstanding() {
    return jdbc.sql("SELECT coalesce(sum(out_units - used_units), 0) FROM offer")
        .query(Long.class)
        .single();
  }
}
