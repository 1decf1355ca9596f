package dev.plaza.platform.idempotency;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
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

  /// Those of these that nobody else holds; they are held until the transaction ends, however it
  /// ends.
  List<Scope> lock(List<Scope> scopes) {
    var ids = scopes.stream().map(IdempotencyStore::lockId).toArray(Long[]::new);
    var locked =
        new HashSet<>(
            jdbc.sql(
                    """
                    SELECT k.id FROM unnest(:ids::bigint[]) AS k (id)
                     WHERE pg_try_advisory_xact_lock(k.id)
                    """)
                .param("ids", ids)
                .query(Long.class)
                .list());
    return scopes.stream().filter(it -> locked.contains(lockId(it))).toList();
  }

  /// The answers that are known. A statement of its own: it must see what was committed before the
  /// lock was given.
  Map<Scope, Answer> find(List<Scope> scopes) {
    var found = new HashMap<Scope, Answer>();
    jdbc.sql(
            """
            SELECT i.*
              FROM unnest(:callers, :methods, :paths, :keys) AS k (caller, method, path, key)
              JOIN idempotency_key i USING (caller, method, path, key)
            """)
        .param("callers", texts(scopes, Scope::caller))
        .param("methods", texts(scopes, Scope::method))
        .param("paths", texts(scopes, Scope::path))
        .param("keys", texts(scopes, Scope::key))
        .query(
            row -> {
              found.put(scope(row), answer(row));
            });
    return found;
  }

  private static Scope scope(ResultSet row) throws SQLException {
    return new Scope(
        row.getString("caller"),
        row.getString("method"),
        row.getString("path"),
        row.getString("key"));
  }

  private static Answer answer(ResultSet row) throws SQLException {
    return new Answer(
        row.getBytes("fingerprint"),
        row.getInt("status"),
        row.getString("content_type"),
        row.getString("location"),
        row.getBytes("body"));
  }

  void save(Map<Scope, Answer> answers) {
    var scopes = List.copyOf(answers.keySet());
    var given = scopes.stream().map(answers::get).toList();
    jdbc.sql(
            """
            INSERT INTO idempotency_key
                   (caller, method, path, key, fingerprint, status, content_type, location, body, at)
            SELECT caller, method, path, key, fingerprint, status, type, location, body, :at
              FROM unnest(:callers, :methods, :paths, :keys, :fingerprints::bytea[],
                          :statuses::int[], :types, :locations, :bodies::bytea[])
                   AS a (caller, method, path, key, fingerprint, status, type, location, body)
            """)
        .param("callers", texts(scopes, Scope::caller))
        .param("methods", texts(scopes, Scope::method))
        .param("paths", texts(scopes, Scope::path))
        .param("keys", texts(scopes, Scope::key))
        .param("fingerprints", given.stream().map(Answer::fingerprint).toArray(byte[][]::new))
        .param("statuses", given.stream().map(Answer::status).toArray(Integer[]::new))
        .param("types", texts(given, Answer::contentType))
        .param("locations", texts(given, Answer::location))
        .param("bodies", given.stream().map(Answer::body).toArray(byte[][]::new))
        .param("at", clock.instant().atOffset(ZoneOffset.UTC))
        .update();
  }

  private static <T> @Nullable String[] texts(List<T> of, Function<T, @Nullable String> text) {
    return of.stream().map(text).toArray(String[]::new);
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
