package dev.plaza.notify.accept;

import dev.plaza.notify.category.Channels;
import dev.plaza.notify.job.Job;
import dev.plaza.notify.job.Ranks;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/// Makes the deliveries of a job: one for each recipient and channel, however often the recipient
/// is named. A bare address has its own channel only.
@Component
class NewDeliveries {

  private static final String INSERT =
      """
      INSERT INTO delivery (id, job_id, recipient, channel, priority, category, state, due_at,
          expires_at, locale, zone, data, created_at, updated_at)
      SELECT uuidv7(), :job, r.recipient, c.channel, :priority, :category, 'QUEUED', :due,
             :expires, r.locale, r.zone, r.data, :now, :now
      """;
  private static final String REACHES =
      """
        AND CASE left(r.recipient, 2) WHEN 'e:' THEN c.channel = 'email'
                                      WHEN 'p:' THEN c.channel = 'sms' ELSE true END
      ON CONFLICT DO NOTHING
      """;

  private final JdbcClient jdbc;
  private final JsonMapper json;
  private final Clock clock;

  NewDeliveries(JdbcClient jdbc, JsonMapper json, Clock clock) {
    this.jdbc = jdbc;
    this.json = json;
    this.clock = clock;
  }

  /// @param recipient a recipient's key
  record Row(
      String recipient,
      @Nullable String locale,
      @Nullable String zone,
      @Nullable Map<String, Object> data) {}

  void add(Job job, List<Row> rows) {
    bind(
            jdbc.sql(
                INSERT
                    + """
                       FROM (SELECT recipient, locale, zone, data::jsonb AS data
                               FROM unnest(:recipients, :locales, :zones, :datas)
                                    AS r (recipient, locale, zone, data)) r,
                            unnest(:channels) AS c (channel)
                      WHERE true
                    """
                    + REACHES),
            job)
        .param("recipients", texts(rows, Row::recipient))
        .param("locales", texts(rows, Row::locale))
        .param("zones", texts(rows, Row::zone))
        .param(
            "datas",
            texts(rows, it -> it.data() == null ? null : json.writeValueAsString(it.data())))
        .update();
  }

  /// The members of a topic in (after, upTo], without those that are excluded.
  void addMembers(Job job, String topic, String after, String upTo) {
    bind(
            jdbc.sql(
                INSERT
                    + """
                       FROM (SELECT member AS recipient, locale, zone, data FROM topic_member
                              WHERE topic = :topic AND member > :after AND member <= :upTo) r,
                            unnest(:channels) AS c (channel)
                      WHERE r.recipient <> ALL(:exclude)
                    """
                    + REACHES),
            job)
        .param("topic", topic)
        .param("after", after)
        .param("upTo", upTo)
        .param("exclude", job.exclude().toArray(String[]::new))
        .update();
  }

  private JdbcClient.StatementSpec bind(JdbcClient.StatementSpec statement, Job job) {
    return statement
        .param("job", UUID.fromString(job.id()))
        .param("priority", Ranks.of(job.priority()))
        .param("category", job.category())
        .param("due", job.sendAt().atOffset(ZoneOffset.UTC))
        .param("expires", job.expiresAt().atOffset(ZoneOffset.UTC))
        .param("now", clock.instant().atOffset(ZoneOffset.UTC))
        .param("channels", job.channels().stream().map(Channels::name).toArray(String[]::new));
  }

  private static <T> @Nullable String[] texts(List<T> of, Function<T, @Nullable String> text) {
    return of.stream().map(text).toArray(String[]::new);
  }
}
