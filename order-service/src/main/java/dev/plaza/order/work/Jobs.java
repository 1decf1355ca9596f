package dev.plaza.order.work;

import dev.plaza.platform.Ids;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/// The table of jobs. A job belongs to one worker until its `due_at`.
@Component
class Jobs {

  private static final int PURGE_BATCH_MAX = 2_000;
  private static final int ERROR_MAX = 500;

  private final JdbcClient jdbc;
  private final Clock clock;
  private final WorkProperties properties;
  private final Traces traces;

  Jobs(JdbcClient jdbc, Clock clock, WorkProperties properties, Traces traces) {
    this.traces = traces;
    this.jdbc = jdbc;
    this.clock = clock;
    this.properties = properties;
  }

  /// @return the job, leased to this instance; nothing when the order has one of this key
  Optional<Job> addLeased(String orderId, String key, String payload) {
    Instant now = clock.instant();
    var job =
        new Job(
            Ids.next(), orderId, payload, 1, traces.current(), now, now.plus(properties.lease()));
    return insert(job, key, job.leasedUntil()) ? Optional.of(job) : Optional.empty();
  }

  void addFor(String orderId, String key, String payload, Instant due) {
    Instant now = clock.instant();
    insert(new Job(Ids.next(), orderId, payload, 0, traces.current(), now, now), key, due);
  }

  private boolean insert(Job job, String key, Instant due) {
    return jdbc.sql(
                """
                INSERT INTO job (id, order_id, key, payload, attempts, due_at, created_at,
                                 traceparent)
                VALUES (?, ?, ?, ?::jsonb, ?, ?, ?, ?) ON CONFLICT (order_id, key) DO NOTHING
                """)
            .param(UUID.fromString(job.id()))
            .param(UUID.fromString(job.orderId()))
            .param(key)
            .param(job.payload())
            .param(job.attempts())
            .param(utc(due))
            .param(utc(job.createdAt()))
            .param(job.traceparent())
            .update()
        == 1;
  }

  /// @return false when somebody else has finished it
  boolean finish(String id) {
    return jdbc.sql("UPDATE job SET done_at = ?, error = NULL WHERE id = ? AND done_at IS NULL")
            .param(utc(clock.instant()))
            .param(UUID.fromString(id))
            .update()
        == 1;
  }

  /// Takes jobs whose time has come and that nobody works on.
  List<Job> claim(int limit) {
    Instant now = clock.instant();
    return jdbc.sql(
            """
            UPDATE job SET due_at = :lease, attempts = attempts + 1
             WHERE id IN (SELECT id FROM job WHERE done_at IS NULL AND due_at <= :now
                           ORDER BY due_at LIMIT :limit FOR UPDATE SKIP LOCKED)
            RETURNING id, order_id, payload, attempts, traceparent, created_at, due_at
            """)
        .param("lease", utc(now.plus(properties.lease())))
        .param("now", utc(now))
        .param("limit", limit)
        .query((row, _) -> job(row))
        .list();
  }

  void retry(String id, Instant due, String error) {
    jdbc.sql("UPDATE job SET due_at = ?, error = ? WHERE id = ? AND done_at IS NULL")
        .param(utc(due))
        .param(error.length() > ERROR_MAX ? error.substring(0, ERROR_MAX) : error)
        .param(UUID.fromString(id))
        .update();
  }

  int purge() {
    return jdbc.sql(
            """
            DELETE FROM job WHERE id IN (
              SELECT id FROM job WHERE done_at < ? LIMIT ? FOR UPDATE SKIP LOCKED)
            """)
        .param(utc(clock.instant().minus(properties.keepDone())))
        .param(PURGE_BATCH_MAX)
        .update();
  }

  private static Job job(ResultSet row) throws SQLException {
    return new Job(
        row.getString("id"),
        row.getString("order_id"),
        row.getString("payload"),
        row.getInt("attempts"),
        row.getString("traceparent"),
        row.getObject("created_at", OffsetDateTime.class).toInstant(),
        row.getObject("due_at", OffsetDateTime.class).toInstant());
  }

  private static OffsetDateTime utc(Instant at) {
    return at.atOffset(ZoneOffset.UTC);
  }
}
