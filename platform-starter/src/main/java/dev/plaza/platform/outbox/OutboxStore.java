package dev.plaza.platform.outbox;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/// The table `outbox`.
final class OutboxStore {

  /// Names the advisory locks of lanes within the database; the lane is the second half.
  private static final int LOCK_CLASS = 0x0B0C;

  private final JdbcClient jdbc;
  private final Clock clock;

  OutboxStore(JdbcClient jdbc, Clock clock) {
    this.jdbc = jdbc;
    this.clock = clock;
  }

  /// An event as stored.
  @SuppressWarnings("ArrayRecordComponent") // bytes on their way, never compared
  record Row(
      long id,
      String topic,
      String key,
      String eventId,
      String type,
      String subject,
      @Nullable String traceparent,
      byte[] value,
      Instant at) {}

  /// Takes the lanes that nobody else publishes right now and answers their oldest events. The
  /// locks are taken before the events are read, or a neighbour's just published rows would be
  /// seen once more.
  List<Row> lockOldest(short lanes, int limit) {
    List<Integer> free =
        jdbc.sql(
                """
                WITH waiting AS MATERIALIZED (
                  SELECT l.lane FROM generate_series(0, :lanes - 1) AS l(lane)
                   WHERE EXISTS (SELECT FROM outbox o WHERE o.lane = l.lane))
                SELECT lane FROM waiting WHERE pg_try_advisory_xact_lock(:class, lane)
                """)
            .param("lanes", (int) lanes)
            .param("class", LOCK_CLASS)
            .query((rs, _) -> rs.getInt("lane"))
            .list();
    if (free.isEmpty()) {
      return List.of();
    }
    return jdbc.sql(
            """
            SELECT id, topic, key, event_id::text, type, subject, traceparent, value, at
              FROM outbox WHERE lane = ANY(:free) ORDER BY id LIMIT :limit
            """)
        .param("free", free.toArray(Integer[]::new))
        .param("limit", limit)
        .query(
            (rs, _) ->
                new Row(
                    rs.getLong("id"),
                    rs.getString("topic"),
                    rs.getString("key"),
                    rs.getString("event_id"),
                    rs.getString("type"),
                    rs.getString("subject"),
                    rs.getString("traceparent"),
                    rs.getBytes("value"),
                    rs.getObject("at", OffsetDateTime.class).toInstant()))
        .list();
  }

  void delete(List<Row> rows) {
    jdbc.sql("DELETE FROM outbox WHERE id = ANY(:ids)")
        .param("ids", rows.stream().map(Row::id).toArray(Long[]::new))
        .update();
  }

  /// How long the oldest unpublished event has been waiting.
  Duration lag() {
    return jdbc.sql("SELECT min(at) FROM outbox")
        .query(OffsetDateTime.class)
        .optional()
        .map(it -> Duration.between(it.toInstant(), clock.instant().atOffset(ZoneOffset.UTC)))
        .orElse(Duration.ZERO);
  }
}
