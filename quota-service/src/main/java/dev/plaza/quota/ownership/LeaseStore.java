package dev.plaza.quota.ownership;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// Leases of shards and signs of life in the database, whose clock decides.
@Repository
class LeaseStore {

  /// Listeners hear that a shard was opened or given up.
  static final String MOVED = "quota_moved";

  private final JdbcClient jdbc;

  LeaseStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// @param opened whether the newest epoch got to write; if not, an older one might still
  /// @param expired by the database's clock, the margin included
  record Row(
      int id,
      long epoch,
      @Nullable String owner,
      @Nullable String url,
      boolean locked,
      boolean opened,
      boolean expired,
      @Nullable String logRoot) {}

  void createShards(int count) {
    jdbc.sql(
            """
            INSERT INTO shard (id) SELECT generate_series(0, :count - 1) ON CONFLICT DO NOTHING
            """)
        .param("count", count)
        .update();
    Integer found = jdbc.sql("SELECT count(*) FROM shard").query(Integer.class).single();
    if (found != count) {
      throw new IllegalStateException(
          "the database has %d shards, quota.shards says %d".formatted(found, count));
    }
  }

  /// @return the database's time, in milliseconds
  double alive(Identity me, String url) {
    return jdbc.sql(
            """
            INSERT INTO instance (id, url, log_root, seen) VALUES (:id, :url, :root, now())
            ON CONFLICT (id) DO UPDATE SET url = :url, log_root = :root, seen = now()
            RETURNING extract(epoch FROM clock_timestamp()) * 1000
            """)
        .param("id", me.id())
        .param("url", url)
        .param("root", me.root())
        .query(Double.class)
        .single();
  }

  void gone(String instance) {
    jdbc.sql("DELETE FROM instance WHERE id = :id").param("id", instance).update();
  }

  List<String> alive(Identity me, Duration within) {
    return jdbc.sql(
            """
            SELECT id FROM instance
             WHERE log_root = :root AND seen > now() - make_interval(secs => :within) ORDER BY id
            """)
        .param("root", me.root())
        .param("within", within.toMillis() / 1000.0)
        .query((row, _) -> row.getString("id"))
        .list();
  }

  /// @return the shards whose lease was renewed; others are lost
  Set<Integer> renew(Identity me, Collection<Integer> shards, Duration lease) {
    return new HashSet<>(
        jdbc.sql(
                """
                UPDATE shard SET lease_until = now() + make_interval(secs => :lease)
                 WHERE owner = :me AND id = ANY (:ids) RETURNING id
                """)
            .param("lease", lease.toMillis() / 1000.0)
            .param("me", me.id())
            .param("ids", shards.toArray(Integer[]::new))
            .query(Integer.class)
            .list());
  }

  List<Row> shards(Duration margin) {
    return jdbc.sql(
            """
            SELECT id, epoch, owner, url, locked, opened, log_root,
                   lease_until < now() - make_interval(secs => :margin) AS expired
              FROM shard ORDER BY id
            """)
        .param("margin", margin.toMillis() / 1000.0)
        .query((row, _) -> row(row))
        .list();
  }

  private static Row row(ResultSet row) throws SQLException {
    return new Row(
        row.getInt("id"),
        row.getLong("epoch"),
        row.getString("owner"),
        row.getString("url"),
        row.getBoolean("locked"),
        row.getBoolean("opened"),
        row.getBoolean("expired"),
        row.getString("log_root"));
  }

  /// Takes a shard, if it is still as it was seen and no exchange of the old owner is under way.
  ///
  /// @param gone whether its owner is known to be gone although its lease has not run out
  /// @return the new epoch
  OptionalLong claim(Identity me, String url, Row seen, boolean gone, QuotaProperties knobs) {
    return jdbc.sql(
            """
            WITH it AS (
              SELECT id FROM shard
               WHERE id = :id AND epoch = :epoch
                 AND (owner IS NULL OR owner = :me OR :gone
                      OR lease_until < now() - make_interval(secs => :margin))
                 FOR UPDATE SKIP LOCKED)
            UPDATE shard s
               SET epoch = s.epoch + 1, owner = :me, url = :url, locked = false, opened = false,
                   log_root = :root,
                   lease_until = now() + make_interval(secs => :lease)
              FROM it WHERE s.id = it.id RETURNING s.epoch
            """)
        .param("id", seen.id())
        .param("epoch", seen.epoch())
        .param("me", me.id())
        .param("gone", gone)
        .param("margin", knobs.margin().toMillis() / 1000.0)
        .param("lease", knobs.lease().toMillis() / 1000.0)
        .param("url", url)
        .param("root", me.root())
        .query(Long.class)
        .optional()
        .map(OptionalLong::of)
        .orElseGet(OptionalLong::empty);
  }

  void opened(int shard, long epoch, boolean locked) {
    jdbc.sql(
            """
            UPDATE shard SET opened = true, locked = :locked WHERE id = :id AND epoch = :epoch
            """)
        .param("locked", locked)
        .param("id", shard)
        .param("epoch", epoch)
        .update();
    moved();
  }

  /// Gives a shard up; only its owner can, and only under its own epoch.
  void release(Identity me, int shard, long epoch) {
    jdbc.sql(
            """
            UPDATE shard
               SET owner = NULL, url = NULL, locked = false, lease_until = '-infinity'
             WHERE id = :id AND epoch = :epoch AND owner = :me
            """)
        .param("id", shard)
        .param("epoch", epoch)
        .param("me", me.id())
        .update();
    moved();
  }

  private void moved() {
    jdbc.sql("SELECT pg_notify(:channel, '')").param("channel", MOVED).query().listOfRows();
  }
}
