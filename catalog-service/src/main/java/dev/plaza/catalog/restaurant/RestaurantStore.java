package dev.plaza.catalog.restaurant;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/// The table `restaurant`.
@Component
class RestaurantStore {

  private static final String COLUMNS =
      """
      SELECT id, revision, profile::text, paused_until, hours_until, menu_version, created_at,
             updated_at
        FROM restaurant
      """;

  private final JdbcClient jdbc;
  private final JsonMapper json;

  RestaurantStore(JdbcClient jdbc, JsonMapper json) {
    this.jdbc = jdbc;
    this.json = json;
  }

  Optional<Restaurant> find(String id) {
    return jdbc.sql(COLUMNS + "WHERE id = :id").param("id", id).query(this::row).optional();
  }

  /// Holds the row until the transaction ends: changes of one restaurant come one by one.
  Optional<Restaurant> lock(String id) {
    return jdbc.sql(COLUMNS + "WHERE id = :id FOR UPDATE")
        .param("id", id)
        .query(this::row)
        .optional();
  }

  List<Restaurant> load(Collection<String> ids) {
    return jdbc.sql(COLUMNS + "WHERE id = ANY(:ids)")
        .param("ids", ids.toArray(String[]::new))
        .query(this::row)
        .list();
  }

  List<Restaurant> after(String id, int limit) {
    return jdbc.sql(COLUMNS + "WHERE id > :id ORDER BY id LIMIT :limit")
        .param("id", id)
        .param("limit", limit)
        .query(this::row)
        .list();
  }

  List<Restaurants.Version> changedSince(Instant since) {
    return jdbc.sql("SELECT id, revision, menu_version FROM restaurant WHERE updated_at >= :since")
        .param("since", utc(since))
        .query(
            (rs, _) ->
                new Restaurants.Version(
                    rs.getString("id"), rs.getLong("revision"), rs.getLong("menu_version")))
        .list();
  }

  /// Those of the ids that exist, and holds their rows.
  List<Restaurant> lockAll(Collection<String> ids) {
    return jdbc.sql(COLUMNS + "WHERE id = ANY(:ids) ORDER BY id FOR UPDATE")
        .param("ids", ids.toArray(String[]::new))
        .query(this::row)
        .list();
  }

  /// Others that refresh hours at this moment hold other rows.
  List<Restaurant> lockHoursEndingBefore(Instant moment, int limit) {
    return jdbc.sql(
            COLUMNS
                + """
                WHERE hours_until < :moment ORDER BY hours_until LIMIT :limit
                FOR UPDATE SKIP LOCKED
                """)
        .param("moment", utc(moment))
        .param("limit", limit)
        .query(this::row)
        .list();
  }

  /// @return the ids inserted; the others were taken meanwhile
  Set<String> insertAll(List<Restaurant> restaurants) {
    return Set.copyOf(
        changing(
                """
                INSERT INTO restaurant
                  (id, revision, profile, paused_until, hours_until, created_at, updated_at)
                SELECT * FROM unnest(:ids, :revisions, :profiles::jsonb[], :paused::timestamptz[],
                  :hours::timestamptz[], :created::timestamptz[], :updated::timestamptz[])
                ON CONFLICT DO NOTHING RETURNING id
                """,
                restaurants)
            .param("created", times(restaurants, Restaurant::createdAt))
            .query(String.class)
            .list());
  }

  void updateAll(List<Restaurant> restaurants) {
    changing(
            """
            UPDATE restaurant r
               SET revision = n.revision, profile = n.profile, paused_until = n.paused,
                   hours_until = n.hours, updated_at = n.updated
              FROM unnest(:ids, :revisions, :profiles::jsonb[], :paused::timestamptz[],
                     :hours::timestamptz[], :updated::timestamptz[])
                   AS n (id, revision, profile, paused, hours, updated)
             WHERE r.id = n.id
            """,
            restaurants)
        .update();
  }

  void menuVersion(Collection<String> ids, long version, Instant at) {
    jdbc.sql("UPDATE restaurant SET menu_version = :version, updated_at = :at WHERE id = ANY(:ids)")
        .param("ids", ids.toArray(String[]::new))
        .param("version", version)
        .param("at", utc(at))
        .update();
  }

  boolean isEmpty() {
    return !jdbc.sql("SELECT EXISTS (SELECT FROM restaurant)").query(Boolean.class).single();
  }

  private JdbcClient.StatementSpec changing(String sql, List<Restaurant> restaurants) {
    return jdbc.sql(sql)
        .param("ids", restaurants.stream().map(Restaurant::id).toArray(String[]::new))
        .param("revisions", restaurants.stream().map(Restaurant::revision).toArray(Long[]::new))
        .param(
            "profiles",
            restaurants.stream()
                .map(it -> json.writeValueAsString(it.profile()))
                .toArray(String[]::new))
        .param("paused", times(restaurants, Restaurant::pausedUntil))
        .param("hours", times(restaurants, Restaurant::hoursUntil))
        .param("updated", times(restaurants, Restaurant::updatedAt));
  }

  /// As text: the driver takes no arrays of times.
  private static @Nullable String[] times(
      List<Restaurant> restaurants, Function<Restaurant, @Nullable Instant> of) {
    var times = new @Nullable String[restaurants.size()];
    for (int i = 0; i < times.length; i++) {
      var time = of.apply(restaurants.get(i));
      times[i] = time == null ? null : time.toString();
    }
    return times;
  }

  private Restaurant row(ResultSet rs, int row) throws SQLException {
    return new Restaurant(
        rs.getString("id"),
        rs.getLong("revision"),
        json.readValue(rs.getString("profile"), Profile.class),
        instant(rs, "paused_until"),
        instant(rs, "hours_until"),
        rs.getLong("menu_version"),
        rs.getObject("created_at", OffsetDateTime.class).toInstant(),
        rs.getObject("updated_at", OffsetDateTime.class).toInstant());
  }

  private static @Nullable Instant instant(ResultSet rs, String column) throws SQLException {
    var at = rs.getObject(column, OffsetDateTime.class);
    return at == null ? null : at.toInstant();
  }

  private static @Nullable OffsetDateTime utc(@Nullable Instant at) {
    return at == null ? null : at.atOffset(ZoneOffset.UTC);
  }
}
