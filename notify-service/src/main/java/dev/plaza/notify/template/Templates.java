package dev.plaza.notify.template;

import dev.plaza.platform.problem.ProblemException;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/// All versions of all templates. A version never changes, so what is parsed is kept.
@Component
public class Templates {

  private static final int CACHED_MAX = 500;
  private static final TypeReference<Map<String, Variable>> VARIABLES = new TypeReference<>() {};
  private static final TypeReference<Map<String, Content>> CONTENT = new TypeReference<>() {};

  private final JdbcClient jdbc;
  private final JsonMapper json;
  private final Clock clock;
  private final Map<Ref, Template> cache = Collections.synchronizedMap(new Recent<>());
  private final Map<String, Integer> seen = Collections.synchronizedMap(new Recent<>());

  private static final class Recent<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1L;

    Recent() {
      super(64, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
      return size() > CACHED_MAX;
    }
  }

  private record Ref(String key, int version) {}

  /// Which versions there are, and which one is in use.
  ///
  /// @param live null while none is published
  record History(String key, @Nullable Integer live, List<Integer> versions) {}

  Templates(JdbcClient jdbc, JsonMapper json, Clock clock) {
    this.jdbc = jdbc;
    this.json = json;
    this.clock = clock;
  }

  /// The published version, read from the database: what was published a moment ago counts.
  public Optional<Template> live(String key) {
    Integer version = liveVersions(List.of(key)).get(key);
    return version == null ? Optional.empty() : Optional.of(get(key, version));
  }

  /// The version that was the published one when this instance looked last; whoever goes by it
  /// asks [#liveVersions] before he commits. Empty while it never looked.
  public Optional<Template> lately(String key) {
    Integer version = seen.get(key);
    return version == null ? Optional.empty() : find(key, version);
  }

  /// The published versions by key, read from the database.
  public Map<String, Integer> liveVersions(Collection<String> keys) {
    var live = new HashMap<String, Integer>();
    jdbc.sql("SELECT key, version FROM live_template WHERE key = ANY(:keys)")
        .param("keys", keys.stream().distinct().toArray(String[]::new))
        .query(
            row -> {
              live.put(row.getString("key"), row.getInt("version"));
            });
    seen.putAll(live);
    return live;
  }

  /// A version that is known to exist.
  public Template get(String key, int version) {
    return find(key, version)
        .orElseThrow(() -> new IllegalStateException("no version " + version + " of " + key));
  }

  Optional<Template> find(String key, int version) {
    var ref = new Ref(key, version);
    Template known = cache.get(ref);
    if (known != null) {
      return Optional.of(known);
    }
    Optional<Template> read = read(ref);
    read.ifPresent(it -> cache.put(ref, it));
    return read;
  }

  private Optional<Template> read(Ref ref) {
    return jdbc.sql(
            "SELECT category, variables, content FROM template WHERE key = ? AND version = ?")
        .param(ref.key())
        .param(ref.version())
        .query(
            (row, _) ->
                new Template(
                    ref.key(),
                    ref.version(),
                    row.getString("category"),
                    json.readValue(row.getString("variables"), VARIABLES),
                    json.readValue(row.getString("content"), CONTENT)))
        .optional();
  }

  History history(String key) {
    var versions =
        jdbc.sql("SELECT version FROM template WHERE key = ? ORDER BY version DESC LIMIT 100")
            .param(key)
            .query((row, _) -> row.getInt(1))
            .list();
    if (versions.isEmpty()) {
      throw ProblemException.notFound();
    }
    return new History(key, live(key).map(Template::version).orElse(null), versions);
  }

  /// The template as the next version.
  @Transactional
  public Template add(
      String key,
      String category,
      Map<String, Variable> variables,
      Map<String, Content> content,
      String by) {
    lock(key);
    int version =
        jdbc.sql("SELECT coalesce(max(version), 0) + 1 FROM template WHERE key = ?")
            .param(key)
            .query(Integer.class)
            .single();
    jdbc.sql(
            """
            INSERT INTO template (key, version, category, variables, content, created_by, created_at)
            VALUES (:key, :version, :category, :variables::jsonb, :content::jsonb, :by, :at)
            """)
        .param("key", key)
        .param("version", version)
        .param("category", category)
        .param("variables", json.writeValueAsString(variables))
        .param("content", json.writeValueAsString(content))
        .param("by", by)
        .param("at", clock.instant().atOffset(ZoneOffset.UTC))
        .update();
    return new Template(key, version, category, variables, content);
  }

  @Transactional
  public void publish(String key, int version) {
    lock(key);
    if (find(key, version).isEmpty()) {
      throw ProblemException.notFound();
    }
    jdbc.sql(
            """
            INSERT INTO live_template (key, version, at) VALUES (:key, :version, :at)
            ON CONFLICT (key) DO UPDATE
               SET previous = live_template.previous || live_template.version,
                   version = :version, at = :at
             WHERE live_template.version <> :version
            """)
        .param("key", key)
        .param("version", version)
        .param("at", clock.instant().atOffset(ZoneOffset.UTC))
        .update();
  }

  /// Back to the version that was published before this one.
  @Transactional
  public int rollback(String key) {
    lock(key);
    history(key);
    return jdbc.sql(
            """
            UPDATE live_template
               SET version = previous[cardinality(previous)],
                   previous = previous[:cardinality(previous) - 1], at = ?
             WHERE key = ? AND cardinality(previous) > 0
            RETURNING version
            """)
        .param(clock.instant().atOffset(ZoneOffset.UTC))
        .param(key)
        .query(Integer.class)
        .optional()
        .orElseThrow(
            () ->
                new ProblemException(
                    TemplateProblem.NOTHING_TO_ROLL_BACK, "This is the first published version."));
  }

  /// Until the transaction ends, nobody else changes this template.
  public void lock(String key) {
    jdbc.sql("SELECT pg_advisory_xact_lock(hashtextextended('template ' || ?, 0))")
        .param(key)
        .query((_, _) -> true)
        .single();
  }
}
