package dev.plaza.quota.standing;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// What authority and log know of an offer's use.
@Repository
class UseStore {

  private final JdbcClient jdbc;

  UseStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// What has not left the authority; null where there is no limit.
  record Rest(@Nullable Long units, @Nullable Long amount) {}

  Rest rest(String offer) {
    return jdbc.sql(
            """
            SELECT limit_units - out_units AS units, budget_amount - out_amount AS amount
              FROM offer WHERE id = :offer
            """)
        .param("offer", offer)
        .query(
            (row, _) ->
                new Rest(row.getObject("units", Long.class), row.getObject("amount", Long.class)))
        .single();
  }

  /// Units that a person uses as far as the queryable log has come.
  long logged(String offer, String user) {
    return jdbc.sql(
            """
            SELECT coalesce(sum(used), 0) FROM redemption_guid
             WHERE offer_id = :offer AND user_id = :user
            """)
        .param("offer", offer)
        .param("user", user)
        .query(Long.class)
        .single();
  }

  /// What a shard last told about an offer.
  record Told(
      int shard,
      long epoch,
      @Nullable String owner,
      long granted,
      long returned,
      long used,
      long held,
      long usedAmount,
      double rate,
      String path) {}

  List<Told> told(String offer) {
    return jdbc.sql(
            """
            SELECT r.*, s.epoch, s.url FROM rights r JOIN shard s ON s.id = r.shard
             WHERE r.offer_id = :offer ORDER BY r.shard
            """)
        .param("offer", offer)
        .query(
            (row, _) ->
                new Told(
                    row.getInt("shard"),
                    row.getLong("epoch"),
                    row.getString("url"),
                    row.getLong("granted_units"),
                    row.getLong("returned_units"),
                    row.getLong("used_units"),
                    row.getLong("held_units"),
                    row.getLong("used_amount"),
                    row.getDouble("rate_per_second"),
                    row.getString("path")))
        .list();
  }
}
