package dev.plaza.notify.callback;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/// The tables of callbacks and of what they are told.
@Component
class CallbackStore {

  private static final int PURGE_MAX = 10_000;

  private final JdbcClient jdbc;
  private final Clock clock;

  CallbackStore(JdbcClient jdbc, Clock clock) {
    this.jdbc = jdbc;
    this.clock = clock;
  }

  /// An event on its way.
  ///
  /// @param attempt its number, from 1
  record Taken(String id, String body, int attempt) {}

  /// How many events of a service wait, and how many were given up.
  record Counts(long waiting, long givenUp) {}

  Optional<Callback> find(String caller) {
    return jdbc.sql("SELECT * FROM callback WHERE caller = ?")
        .param(caller)
        .query((row, _) -> callback(row))
        .optional();
  }

  List<Callback> enabled() {
    return jdbc.sql("SELECT * FROM callback WHERE disabled_at IS NULL")
        .query((row, _) -> callback(row))
        .list();
  }

  /// Sets the address and enables it; the secret of before stays.
  void put(String caller, String url, String freshSecret) {
    jdbc.sql(
            """
            INSERT INTO callback (caller, url, secret, updated_at) VALUES (:caller, :url, :secret, :at)
            ON CONFLICT (caller) DO UPDATE
               SET url = excluded.url, disabled_at = NULL, reason = NULL, updated_at = excluded.updated_at
            """)
        .param("caller", caller)
        .param("url", url)
        .param("secret", freshSecret)
        .param("at", now())
        .update();
  }

  boolean rotate(String caller, String freshSecret) {
    return jdbc.sql(
                """
                UPDATE callback SET former_secret = secret, secret = :secret, updated_at = :at
                 WHERE caller = :caller
                """)
            .param("caller", caller)
            .param("secret", freshSecret)
            .param("at", now())
            .update()
        > 0;
  }

  /// It wants to hear nothing more, and is told nothing more of what waits.
  void disable(String caller, String reason) {
    jdbc.sql(
            """
            UPDATE callback SET disabled_at = :at, reason = :reason, updated_at = :at
             WHERE caller = :caller AND disabled_at IS NULL
            """)
        .param("caller", caller)
        .param("reason", reason)
        .param("at", now())
        .update();
  }

  boolean remove(String caller) {
    jdbc.sql("DELETE FROM callback_event WHERE caller = ?").param(caller).update();
    return jdbc.sql("DELETE FROM callback WHERE caller = ?").param(caller).update() > 0;
  }

  /// Events about jobs, for those of their callers who want to hear. In a transaction.
  void add(String[] jobs, String[] bodies) {
    jdbc.sql(
            """
            INSERT INTO callback_event (id, caller, body, due_at, created_at)
            SELECT uuidv7(), c.caller, n.body, :at, :at
              FROM unnest(:jobs::uuid[], :bodies) AS n (job, body)
              JOIN job j ON j.id = n.job
              JOIN callback c ON c.caller = j.caller AND c.disabled_at IS NULL
            """)
        .param("jobs", jobs)
        .param("bodies", bodies)
        .param("at", now())
        .update();
  }

  /// The attempt is counted before it is made. Whoever dies with it leaves it to come again.
  List<Taken> take(String caller, int max, Duration lease) {
    Instant now = clock.instant();
    return jdbc.sql(
            """
            UPDATE callback_event SET attempts = attempts + 1, due_at = :lease
             WHERE id IN (
               SELECT id FROM callback_event
                WHERE caller = :caller AND state = 'QUEUED' AND due_at <= :now
                ORDER BY due_at LIMIT :max FOR UPDATE SKIP LOCKED)
            RETURNING id::text, body, attempts
            """)
        .param("caller", caller)
        .param("lease", at(now.plus(lease)))
        .param("now", at(now))
        .param("max", max)
        .query(
            (row, _) ->
                new Taken(row.getString("id"), row.getString("body"), row.getInt("attempts")))
        .list();
  }

  /// @param again when it is tried again; null: never
  void answered(String id, String state, @Nullable Instant again, String answer) {
    jdbc.sql(
            """
            UPDATE callback_event
               SET state = :state, due_at = coalesce(:again, due_at), answer = :answer
             WHERE id = :id
            """)
        .param("state", state)
        .param("again", again == null ? null : at(again), java.sql.Types.TIMESTAMP_WITH_TIMEZONE)
        .param("answer", answer)
        .param("id", UUID.fromString(id))
        .update();
  }

  /// @param all also what was taken before; else what was given up
  int replay(String caller, Instant since, boolean all) {
    return jdbc.sql(
            """
            UPDATE callback_event SET state = 'QUEUED', attempts = 0, due_at = :now
             WHERE caller = :caller AND created_at >= :since
               AND (state = 'FAILED' OR (:all AND state = 'DONE'))
            """)
        .param("caller", caller)
        .param("since", at(since))
        .param("all", all)
        .param("now", now())
        .update();
  }

  Counts counts(String caller) {
    return jdbc.sql(
            """
            SELECT count(*) FILTER (WHERE state = 'QUEUED') AS waiting,
                   count(*) FILTER (WHERE state = 'FAILED') AS given_up
              FROM callback_event WHERE caller = ?
            """)
        .param(caller)
        .query((row, _) -> new Counts(row.getLong("waiting"), row.getLong("given_up")))
        .single();
  }

  void purge(Duration kept) {
    jdbc.sql(
            """
            DELETE FROM callback_event WHERE id IN (
              SELECT id FROM callback_event WHERE created_at < :before ORDER BY created_at LIMIT :max)
            """)
        .param("before", at(clock.instant().minus(kept)))
        .param("max", PURGE_MAX)
        .update();
  }

  private static Callback callback(ResultSet row) throws SQLException {
    OffsetDateTime disabled = row.getObject("disabled_at", OffsetDateTime.class);
    return new Callback(
        row.getString("caller"),
        row.getString("url"),
        row.getString("secret"),
        row.getString("former_secret"),
        disabled == null ? null : disabled.toInstant(),
        row.getString("reason"));
  }

  private OffsetDateTime now() {
    return at(clock.instant());
  }

  private static OffsetDateTime at(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }
}
