package dev.plaza.dispatch.courier;

import dev.plaza.platform.stream.LiveStreams;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/// What a courier is told live. Sequence numbers are dense per courier and in commit order, since
/// they are drawn under his row lock; a stream can therefore be resumed from any of them.
@Component
public class CourierFeed {

  private final JdbcClient jdbc;
  private final Clock clock;
  private final CourierProperties properties;
  private final LiveStreams streams;

  CourierFeed(JdbcClient jdbc, Clock clock, CourierProperties properties, LiveStreams streams) {
    this.jdbc = jdbc;
    this.clock = clock;
    this.properties = properties;
    this.streams = streams;
  }

  public record Entry(long seq, String name, String offerId, @Nullable String reason) {}

  public static String key(String courierId) {
    return "courier:" + courierId;
  }

  /// Must run inside a transaction; streams hear of it after the commit.
  public void append(String courierId, String name, String offerId, @Nullable String reason) {
    jdbc.sql(
            """
            WITH next AS (
              UPDATE courier SET feed_seq = feed_seq + 1 WHERE id = :courier RETURNING feed_seq
            )
            INSERT INTO courier_feed (courier_id, seq, name, offer_id, reason, at)
            SELECT :courier, feed_seq, :name, :offer, :reason, :at FROM next
            """)
        .param("courier", courierId)
        .param("name", name)
        .param("offer", UUID.fromString(offerId))
        .param("reason", reason, java.sql.Types.VARCHAR)
        .param("at", clock.instant().atOffset(ZoneOffset.UTC))
        .update();
    TransactionSynchronizationManager.registerSynchronization(
        new TransactionSynchronization() {
          @Override
          public void afterCommit() {
            streams.wake(key(courierId));
          }
        });
  }

  public long head(String courierId) {
    return jdbc.sql("SELECT feed_seq FROM courier WHERE id = :courier")
        .param("courier", courierId)
        .query(Long.class)
        .optional()
        .orElse(0L);
  }

  /// The oldest entry that can still be read.
  public Optional<Long> oldest(String courierId) {
    return jdbc.sql("SELECT min(seq) FROM courier_feed WHERE courier_id = :courier")
        .param("courier", courierId)
        .query((rs, _) -> Optional.ofNullable(rs.getObject(1, Long.class)))
        .single();
  }

  public List<Entry> after(String courierId, long seq, int limit) {
    return jdbc.sql(
            """
            SELECT seq, name, offer_id, reason FROM courier_feed
             WHERE courier_id = :courier AND seq > :seq ORDER BY seq LIMIT :limit
            """)
        .param("courier", courierId)
        .param("seq", seq)
        .param("limit", limit)
        .query(
            (rs, _) ->
                new Entry(
                    rs.getLong("seq"),
                    rs.getString("name"),
                    rs.getString("offer_id"),
                    rs.getString("reason")))
        .list();
  }

  int purge(int limit) {
    return jdbc.sql(
            """
            DELETE FROM courier_feed
             WHERE ctid IN (SELECT ctid FROM courier_feed WHERE at < :before LIMIT :limit)
            """)
        .param("before", clock.instant().minus(properties.feedKept()).atOffset(ZoneOffset.UTC))
        .param("limit", limit)
        .update();
  }
}
