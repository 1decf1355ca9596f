package dev.plaza.quota.ship;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.plaza.platform.paging.Cursors;
import dev.plaza.platform.paging.Page;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// Pages of one offer's log, oldest first. A cursor knows how far each shard has been shown, so
/// that what arrives late from one of them is not skipped.
@Repository
class LogPages {

  private final JdbcClient jdbc;
  private final Cursors cursors;

  LogPages(JdbcClient jdbc, Cursors cursors) {
    this.jdbc = jdbc;
    this.cursors = cursors;
  }

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Entry(
      int shard,
      long seq,
      long epoch,
      String type,
      @Nullable UUID guid,
      @Nullable String userId,
      @Nullable String orderId,
      long units,
      long amount,
      long used,
      String path,
      @Nullable Instant heldUntil,
      Instant at) {}

  Page<Entry> page(String offer, @Nullable String cursor, int limit) {
    String scope = "quota-log|" + offer;
    Map<Integer, Long> shown = shown(scope, cursor);
    List<Entry> found =
        jdbc.sql(
                """
                SELECT l.* FROM redemption_log l
                  LEFT JOIN unnest(:shards, :seqs) AS p (shard, seq) ON p.shard = l.shard
                 WHERE l.offer_id = :offer AND l.seq > coalesce(p.seq, 0)
                 ORDER BY l.at, l.shard, l.seq LIMIT :limit
                """)
            .param("shards", shown.keySet().toArray(Integer[]::new))
            .param("seqs", shown.values().toArray(Long[]::new))
            .param("offer", offer)
            .param("limit", limit + 1)
            .query((row, _) -> entry(row))
            .list();
    if (found.size() <= limit) {
      return new Page<>(found, null);
    }
    List<Entry> page = found.subList(0, limit);
    page.forEach(it -> shown.put(it.shard(), it.seq()));
    Object[] parts =
        shown.entrySet().stream().map(it -> it.getKey() + "." + it.getValue()).toArray();
    return new Page<>(page, cursors.encode(scope, parts));
  }

  private Map<Integer, Long> shown(String scope, @Nullable String cursor) {
    var shown = new TreeMap<Integer, Long>();
    if (cursor != null) {
      for (String part : cursors.decode(scope, cursor)) {
        int dot = part.indexOf('.');
        shown.put(Integer.valueOf(part.substring(0, dot)), Long.valueOf(part.substring(dot + 1)));
      }
    }
    return shown;
  }

  private static Entry entry(ResultSet row) throws SQLException {
    Timestamp held = row.getTimestamp("held_until");
    return new Entry(
        row.getInt("shard"),
        row.getLong("seq"),
        row.getLong("epoch"),
        row.getString("type"),
        row.getObject("guid", UUID.class),
        row.getString("user_id"),
        row.getString("order_id"),
        row.getLong("units"),
        row.getLong("amount"),
        row.getLong("used"),
        row.getString("path"),
        held == null ? null : held.toInstant(),
        row.getTimestamp("at").toInstant());
  }
}
