package dev.plaza.platform.idempotency;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/// The table `idempotency_key`: the first answer to each key.
final class IdempotencyStore {

  private static final int PURGE_BATCH_MAX = 5_000;

  private final JdbcClient jdbc;
  private final Clock clock;

  IdempotencyStore(JdbcClient jdbc, Clock clock) {
    this.jdbc = jdbc;
    this.clock = clock;
  }

  /// Whose key, for what.
  record Scope(String caller, String method, String path, String key) {}

  /// What was answered.
  @SuppressWarnings("ArrayRecordComponent") // bytes as stored, never compared as a whole
  record Answer(
      byte[] fingerprint,
      int status,
      @Nullable String contentType,
      @Nullable String location,
      byte @Nullable [] body) {}

  /// Held until the transaction ends, however it ends; false when somebody else holds it.
  boolean lock(Scope scope) {
    return jdbc.sql("SELECT pg_try_advisory_xact_lock(:id)")
        .param("id", lockId(scope))
        .query(Boolean.class)
        .single();
  }

  Optional<Answer> find(Scope scope) {
    return jdbc.sql(
            """
            SELECT fingerprint, status, content_type, location, body
              FROM idempotency_key
             WHERE caller = :caller AND method = :method AND path = :path AND key = :key
            """)
        .param("caller", scope.caller())
        .param("method", scope.method())
        .param("path", scope.path())
        .param("key", scope.key())
        .query(
            (rs, _) ->
                new Answer(
                    rs.getBytes("fingerprint"),
                    rs.getInt("status"),
                    rs.getString("content_type"),
                    rs.getString("location"),
                    rs.getBytes("body")))
        .optional();
  }

  void save(Scope scope, byte[] fingerprint, Answer answer) {
    jdbc.sql(
            """
            INSERT INTO idempotency_key
                   (caller, method, path, key, fingerprint, status, content_type, location, body, at)
            VALUES (:caller, :method, :path, :key, :fingerprint, :status, :type, :location, :body, :at)
            """)
        .param("caller", scope.caller())
        .param("method", scope.method())
        .param("path", scope.path())
        .param("key", scope.key())
        .param("fingerprint", fingerprint)
        .param("status", answer.status())
        .param("type", answer.contentType())
        .param("location", answer.location())
        .param("body", answer.body())
        .param("at", clock.instant().atOffset(ZoneOffset.UTC))
        .update();
  }

  /// @return how many rows went
  int purge(Duration age) {
    return jdbc.sql(
            """
            DELETE FROM idempotency_key
             WHERE ctid IN (SELECT ctid FROM idempotency_key WHERE at < :before LIMIT :limit)
            """)
        .param("before", clock.instant().minus(age).atOffset(ZoneOffset.UTC))
        .param("limit", PURGE_BATCH_MAX)
        .update();
  }

  /// 64 bits of a hash: two scopes that collide merely wait for each other with a 409.
  private static long lockId(Scope scope) {
    String text = String.join("\n", scope.caller(), scope.method(), scope.path(), scope.key());
    return ByteBuffer.wrap(Fingerprint.of(text.getBytes(StandardCharsets.UTF_8))).getLong();
  }
}
