package dev.plaza.notify.job;

import dev.plaza.notify.category.Channels;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/// The table of jobs.
@Component
public class Jobs {

  private static final int CACHED_MAX = 1_000;
  private static final TypeReference<Map<String, Object>> DATA = new TypeReference<>() {};

  private final JdbcClient jdbc;
  private final JsonMapper json;
  private final Clock clock;

  /// Campaigns only: thousands of deliveries ask for the same one.
  private final Map<String, Job> cache =
      Collections.synchronizedMap(
          new LinkedHashMap<>(64, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Job> eldest) {
              return size() > CACHED_MAX;
            }
          });

  Jobs(JdbcClient jdbc, JsonMapper json, Clock clock) {
    this.jdbc = jdbc;
    this.json = json;
    this.clock = clock;
  }

  /// How far a job is.
  public record Progress(
      Job job, Job.Status status, long recipients, @Nullable Instant finishedAt) {}

  /// In one statement; by dedupe key, so that two that add the same ones cannot block each other.
  ///
  /// @param recipients how many each one names, by job
  /// @return those that were added: a dedupe key that its caller has used before adds nothing
  public Set<String> add(List<Job> jobs, Map<String, Integer> recipients) {
    var rows = jobs.stream().map(it -> row(it, recipients.getOrDefault(it.id(), 0))).toList();
    return new HashSet<>(
        jdbc.sql(
                """
                INSERT INTO job (id, caller, template, version, category, priority, channels, data,
                    locale, topics, exclude, status, send_at, expires_at, dedupe_key, traceparent,
                    recipients, campaign, created_at)
                SELECT id, caller, template, version, category, priority, channels, data, locale,
                       topics, exclude, status, send_at, expires_at, dedupe_key, traceparent,
                       recipients, campaign, created_at
                  FROM jsonb_populate_recordset(NULL::job, :rows::jsonb)
                 ORDER BY caller, dedupe_key
                ON CONFLICT (caller, dedupe_key) WHERE dedupe_key IS NOT NULL DO NOTHING
                RETURNING id::text
                """)
            .param("rows", json.writeValueAsString(rows))
            .query(String.class)
            .list());
  }

  /// By the names of the columns.
  private static Map<String, @Nullable Object> row(Job job, int recipients) {
    var row = new HashMap<String, @Nullable Object>();
    row.put("id", job.id());
    row.put("caller", job.caller());
    row.put("template", job.template());
    row.put("version", job.version());
    row.put("category", job.category());
    row.put("priority", Ranks.of(job.priority()));
    row.put("channels", job.channels().stream().map(Channels::name).toList());
    row.put("data", job.data());
    row.put("locale", job.locale());
    row.put("topics", job.topics());
    row.put("exclude", job.exclude());
    row.put("status", job.topics().isEmpty() ? Job.Status.RUNNING : Job.Status.FANNING_OUT);
    row.put("send_at", job.sendAt());
    row.put("expires_at", job.expiresAt());
    row.put("dedupe_key", job.dedupeKey());
    row.put("traceparent", job.traceparent());
    row.put("recipients", recipients);
    row.put("campaign", job.campaign());
    row.put("created_at", job.createdAt());
    return row;
  }

  public Optional<String> byDedupeKey(String caller, String key) {
    return jdbc.sql("SELECT id::text FROM job WHERE caller = ? AND dedupe_key = ?")
        .param(caller)
        .param(key)
        .query(String.class)
        .optional();
  }

  /// Those that exist, by id.
  public Map<String, Job> find(Collection<String> ids) {
    var found = new HashMap<String, Job>();
    var wanted =
        ids.stream()
            .distinct()
            .filter(
                id -> {
                  Job known = cache.get(id);
                  if (known != null) {
                    found.put(id, known);
                  }
                  return known == null;
                })
            .map(UUID::fromString)
            .toArray(UUID[]::new);
    if (wanted.length > 0) {
      jdbc.sql("SELECT * FROM job WHERE id = ANY(:ids)")
          .param("ids", wanted)
          .query((row, _) -> job(row))
          .list()
          .forEach(it -> remember(found, it));
    }
    return found;
  }

  private void remember(Map<String, Job> found, Job job) {
    found.put(job.id(), job);
    if (job.campaign()) {
      cache.put(job.id(), job);
    }
  }

  public Optional<Progress> progress(String id) {
    return jdbc.sql("SELECT * FROM job WHERE id = ?")
        .param(UUID.fromString(id))
        .query(
            (row, _) -> {
              OffsetDateTime finished = row.getObject("finished_at", OffsetDateTime.class);
              return new Progress(
                  job(row),
                  Job.Status.valueOf(row.getString("status")),
                  row.getLong("recipients"),
                  finished == null ? null : finished.toInstant());
            })
        .optional();
  }

  /// @return whether it was still running
  public boolean end(String id, Job.Status status) {
    return jdbc.sql(
                """
                UPDATE job SET status = :status, finished_at = :at
                 WHERE id = :id AND status IN ('FANNING_OUT', 'RUNNING')
                """)
            .param("status", status.name())
            .param("at", at(clock.instant()))
            .param("id", UUID.fromString(id))
            .update()
        > 0;
  }

  private Job job(ResultSet row) throws SQLException {
    return new Job(
        row.getString("id"),
        row.getString("caller"),
        row.getString("template"),
        row.getInt("version"),
        row.getString("category"),
        Ranks.at(row.getInt("priority")),
        texts(row.getArray("channels")).stream().map(Channels::get).toList(),
        json.readValue(row.getString("data"), DATA),
        row.getString("locale"),
        texts(row.getArray("topics")),
        texts(row.getArray("exclude")),
        instant(row, "send_at"),
        instant(row, "expires_at"),
        row.getString("dedupe_key"),
        row.getString("traceparent"),
        row.getBoolean("campaign"),
        instant(row, "created_at"));
  }

  private static List<String> texts(Array array) throws SQLException {
    return Arrays.asList((String[]) array.getArray());
  }

  private static Instant instant(ResultSet row, String column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }

  private static OffsetDateTime at(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }
}
