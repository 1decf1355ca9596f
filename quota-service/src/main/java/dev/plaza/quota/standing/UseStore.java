package dev.plaza.quota.standing;

import dev.plaza.quota.standing.Applicability.Use;
import java.sql.ResultSet;
import java.sql.SQLException;
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

  /// What counts as left is not spent as far as the shards have told; near the end they tell with
  /// every redemption.
  Use use(String offer, String user, boolean perUser) {
    return jdbc.sql(
            """
            SELECT limit_units - used_units AS left_units, budget_amount - used_amount AS left_amount,
                   CASE WHEN :perUser THEN
                     (SELECT coalesce(sum(used), 0) FROM redemption_guid
                       WHERE offer_id = :offer AND user_id = :user) END AS by_person
              FROM offer WHERE id = :offer
            """)
        .param("offer", offer)
        .param("user", user)
        .param("perUser", perUser)
        .query(
            (row, _) ->
                new Use(
                    row.getObject("left_units", Long.class),
                    row.getObject("left_amount", Long.class),
                    number(row, "by_person")))
        .single();
  }

  private static @Nullable Long number(ResultSet row, String column) throws SQLException {
    long value = row.getLong(column);
    return row.wasNull() ? null : value;
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
