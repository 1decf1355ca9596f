package dev.plaza.platform.inbox;

import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Remembers events by id, so that one delivered twice takes effect once.
public final class Inbox {

  private static final int PURGE_BATCH_MAX = 5_000;

  private final JdbcClient jdbc;
  private final Clock clock;

  Inbox(JdbcClient jdbc, Clock clock) {
    this.jdbc = jdbc;
    this.clock = clock;
  }

  /// To be called first in the transaction of the effect; a second delivery that runs at the same
  /// time waits here for the first one's outcome.
  ///
  /// @param consumer who takes it in: the same event may have several consumers in one service
  /// @return false when the effect has already happened
  public boolean firstTime(String consumer, String eventId) {
    return jdbc.sql(
                """
                INSERT INTO inbox (consumer, event_id, at) VALUES (:consumer, :id, :at)
                ON CONFLICT DO NOTHING
                """)
            .param("consumer", consumer)
            .param("id", eventId)
            .param("at", clock.instant().atOffset(ZoneOffset.UTC))
            .update()
        == 1;
  }

  /// @return how many rows went
  int purge(Duration age) {
    return jdbc.sql(
            """
            DELETE FROM inbox
             WHERE ctid IN (SELECT ctid FROM inbox WHERE at < :before LIMIT :limit)
            """)
        .param("before", clock.instant().minus(age).atOffset(ZoneOffset.UTC))
        .param("limit", PURGE_BATCH_MAX)
        .update();
  }
}
