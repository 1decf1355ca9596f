package dev.plaza.notify.accept;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/// The members of topics.
@Component
class TopicMembers {

  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]{0,99}");

  private final JdbcClient jdbc;
  private final JsonMapper json;

  TopicMembers(JdbcClient jdbc, JsonMapper json) {
    this.jdbc = jdbc;
    this.json = json;
  }

  static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  /// @return how many it has then
  long put(String topic, List<NewDeliveries.Row> members) {
    return jdbc.sql(
            """
            WITH put AS (
              INSERT INTO topic_member (topic, member, locale, zone, data)
              SELECT :topic, m.member, m.locale, m.zone, m.data::jsonb
                FROM unnest(:members, :locales, :zones, :datas) AS m (member, locale, zone, data)
               ORDER BY m.member
              ON CONFLICT (topic, member) DO UPDATE
                 SET locale = excluded.locale, zone = excluded.zone, data = excluded.data
              RETURNING xmax = 0 AS is_new)
            INSERT INTO topic (name, members)
            SELECT :topic, count(*) FILTER (WHERE is_new) FROM put
            ON CONFLICT (name) DO UPDATE SET members = topic.members + excluded.members
            RETURNING members
            """)
        .param("topic", topic)
        .param("members", texts(members, NewDeliveries.Row::recipient))
        .param("locales", texts(members, NewDeliveries.Row::locale))
        .param("zones", texts(members, NewDeliveries.Row::zone))
        .param(
            "datas",
            texts(members, it -> it.data() == null ? null : json.writeValueAsString(it.data())))
        .query(Long.class)
        .single();
  }

  void remove(String topic, List<String> members) {
    jdbc.sql(
            """
            WITH gone AS (
              DELETE FROM topic_member WHERE topic = :topic AND member = ANY(:members)
              RETURNING member)
            UPDATE topic SET members = members - (SELECT count(*) FROM gone) WHERE name = :topic
            """)
        .param("topic", topic)
        .param("members", members.toArray(String[]::new))
        .update();
  }

  /// In a transaction: whoever adds meanwhile adds to the empty topic.
  void clear(String topic) {
    jdbc.sql("DELETE FROM topic WHERE name = ?").param(topic).update();
    jdbc.sql("DELETE FROM topic_member WHERE topic = ?").param(topic).update();
  }

  long count(String topic) {
    return jdbc.sql("SELECT members FROM topic WHERE name = ?")
        .param(topic)
        .query(Long.class)
        .optional()
        .orElse(0L);
  }

  /// The last member of the next slice; empty behind the last one.
  Optional<Slice> slice(String topic, String after, int max) {
    return jdbc.sql(
            """
            SELECT max(member) AS last, count(*) AS n FROM (
              SELECT member FROM topic_member WHERE topic = :topic AND member > :after
               ORDER BY member LIMIT :max) s
            """)
        .param("topic", topic)
        .param("after", after)
        .param("max", max)
        .query(
            (row, _) ->
                Optional.ofNullable(row.getString("last")).map(it -> new Slice(it, rowCount(row))))
        .single();
  }

  private static int rowCount(java.sql.ResultSet row) {
    try {
      return row.getInt("n");
    } catch (java.sql.SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  record Slice(String last, int size) {}

  private static <T> @Nullable String[] texts(List<T> of, Function<T, @Nullable String> text) {
    return of.stream().map(text).toArray(String[]::new);
  }
}
