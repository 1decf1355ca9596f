package dev.plaza.notify.accept;

import dev.plaza.notify.category.Channels;
import dev.plaza.notify.job.Job;
import dev.plaza.notify.job.Ranks;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/// Makes the deliveries of a job: one for each recipient and channel, however often the recipient
/// is named. A bare address has its own channel only.
@Component
class NewDeliveries {

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

  /// Those to the named recipients of these jobs, in one statement.
  void add(List<Prepared> prepared) {
    Instant now = clock.instant();
    var rows = new ArrayList<Map<String, @Nullable Object>>();
    for (Prepared it : prepared) {
      it.rows().forEach(to -> rows.add(row(it.job(), to)));
    }
    if (rows.isEmpty()) {
      return;
    }
    jdbc.sql(
            """
            INSERT INTO delivery (id, job_id, recipient, channel, priority, category, state, due_at,
                expires_at, locale, zone, data, created_at, updated_at)
            SELECT uuidv7(), r.job_id, r.recipient, c.channel, r.priority, r.category, 'QUEUED',
                   r.due_at, r.expires_at, r.locale, r.zone, r.data, :now, :now
              FROM jsonb_to_recordset(:rows::jsonb)
                   AS r (job_id uuid, recipient text, channels text[], priority smallint,
                         category text, due_at timestamptz, expires_at timestamptz, locale text,
                         zone text, data jsonb),
                   unnest(r.channels) AS c (channel)
             WHERE true
            """
                + REACHES)
        .param("rows", json.writeValueAsString(rows))
        .param("now", now.atOffset(ZoneOffset.UTC))
        .update();
  }

  private static Map<String, @Nullable Object> row(Job job, Row to) {
    var row = new HashMap<String, @Nullable Object>();
    row.put("job_id", job.id());
    row.put("recipient", to.recipient());
    row.put("channels", job.channels().stream().map(Channels::name).toList());
    row.put("priority", Ranks.of(job.priority()));
    row.put("category", job.category());
    row.put("due_at", job.sendAt());
    row.put("expires_at", job.expiresAt());
    row.put("locale", to.locale());
    row.put("zone", to.zone());
    row.put("data", to.data());
    return row;
  }

  /// The members of a topic in (after, upTo], without those that are excluded.
  void addMembers(Job job, String topic, String after, String upTo) {
    jdbc.sql(
            """
            INSERT INTO delivery (id, job_id, recipient, channel, priority, category, state, due_at,
                expires_at, locale, zone, data, created_at, updated_at)
            SELECT uuidv7(), :job, r.recipient, c.channel, :priority, :category, 'QUEUED', :due,
                   :expires, r.locale, r.zone, r.data, :now, :now
              FROM (SELECT member AS recipient, locale, zone, data FROM topic_member
                     WHERE topic = :topic AND member > :after AND member <= :upTo) r,
                   unnest(:channels) AS c (channel)
             WHERE r.recipient <> ALL(:exclude)
            """
                + REACHES)
        .param("job", UUID.fromString(job.id()))
        .param("priority", Ranks.of(job.priority()))
        .param("category", job.category())
        .param("due", job.sendAt().atOffset(ZoneOffset.UTC))
        .param("expires", job.expiresAt().atOffset(ZoneOffset.UTC))
        .param("now", clock.instant().atOffset(ZoneOffset.UTC))
        .param("channels", job.channels().stream().map(Channels::name).toArray(String[]::new))
        .param("topic", topic)
        .param("after", after)
        .param("upTo", upTo)
        .param("exclude", job.exclude().toArray(String[]::new))
        .update();
  }
}
