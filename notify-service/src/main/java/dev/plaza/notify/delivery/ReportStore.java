package dev.plaza.notify.delivery;

import dev.plaza.notify.category.Channels;
import dev.plaza.notify.provider.Channel;
import dev.plaza.notify.provider.DeliveryReport;
import dev.plaza.platform.Ids;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/// Reports as rows: many at a time in one statement, because providers send hundreds at once.
@Component
class ReportStore {

  private final JdbcClient jdbc;
  private final Clock clock;

  ReportStore(JdbcClient jdbc, Clock clock) {
    this.jdbc = jdbc;
    this.clock = clock;
  }

  /// The delivery a report is about.
  record About(
      String deliveryId,
      String attemptId,
      String jobId,
      String recipient,
      Channel channel,
      String category,
      @Nullable String address,
      boolean campaign) {}

  static String key(String provider, String eventId) {
    return provider + "\n" + eventId;
  }

  /// Stores them in one statement, in one order for everybody, so that two calls with the same
  /// events wait for each other and never in a circle.
  ///
  /// @return the keys of those that were not there yet
  Set<String> insert(List<DeliveryReport> reports) {
    return new HashSet<>(
        jdbc.sql(
                """
                INSERT INTO report (provider, event_id, provider_ref, attempt_id, status, address,
                    at, code, detail, suppress, received_at)
                SELECT provider, event, ref, attempt::uuid, status, address, at::timestamptz, code,
                       detail, suppress::boolean, :now
                  FROM unnest(:providers::text[], :events::text[], :refs::text[],
                           :attempts::text[], :statuses::text[], :addresses::text[], :times::text[],
                           :codes::text[], :details::text[], :suppress::text[])
                       AS r(provider, event, ref, attempt, status, address, at, code, detail,
                           suppress)
                 ORDER BY provider, event
                ON CONFLICT DO NOTHING
                RETURNING provider, event_id
                """)
            .param("providers", texts(reports, DeliveryReport::provider))
            .param("events", texts(reports, DeliveryReport::eventId))
            .param("refs", texts(reports, DeliveryReport::providerRef))
            .param("attempts", texts(reports, ReportStore::attemptText))
            .param("statuses", texts(reports, it -> it.status().name()))
            .param("addresses", texts(reports, DeliveryReport::address))
            .param("times", texts(reports, it -> it.at().toString()))
            .param("codes", texts(reports, DeliveryReport::code))
            .param("details", texts(reports, DeliveryReport::detail))
            .param("suppress", texts(reports, it -> Boolean.toString(it.suppress())))
            .param("now", clock.instant().atOffset(ZoneOffset.UTC))
            .query((row, _) -> key(row.getString("provider"), row.getString("event_id")))
            .list());
  }

  private static @Nullable String[] texts(
      List<DeliveryReport> reports, Function<DeliveryReport, @Nullable String> part) {
    var texts = new @Nullable String[reports.size()];
    for (var i = 0; i < texts.length; i++) {
      texts[i] = part.apply(reports.get(i));
    }
    return texts;
  }

  private static @Nullable String attemptText(DeliveryReport report) {
    var id = attempt(report.attemptId());
    return id == null ? null : id.toString();
  }

  private static @Nullable UUID attempt(@Nullable String id) {
    return id != null && Ids.isId(id) ? UUID.fromString(id) : null;
  }

  /// The deliveries that the reports are about, by the report's place in the list.
  Map<Integer, About> find(List<DeliveryReport> reports) {
    var found = new HashMap<Integer, About>();
    jdbc.sql(
            """
            SELECT r.place, x.*
              FROM unnest(:attempts::text[], :providers::text[], :refs::text[]) WITH ORDINALITY
                   AS r(attempt, provider, ref, place)
             CROSS JOIN LATERAL (
               SELECT d.id, a.id AS attempt_id, d.job_id, d.recipient, d.channel, d.category,
                      a.address, j.campaign
                 FROM attempt a JOIN delivery d ON d.id = a.delivery_id
                      JOIN job j ON j.id = d.job_id
                WHERE a.id = r.attempt::uuid
                   OR (r.ref <> '' AND a.provider = r.provider AND a.provider_ref = r.ref)
                LIMIT 1) x
            """)
        .param("attempts", texts(reports, ReportStore::attemptText))
        .param("providers", texts(reports, DeliveryReport::provider))
        .param("refs", texts(reports, DeliveryReport::providerRef))
        .query(
            row -> {
              found.put(row.getInt("place") - 1, about(row));
            });
    return found;
  }

  private static About about(ResultSet row) throws SQLException {
    return new About(
        row.getString("id"),
        row.getString("attempt_id"),
        row.getString("job_id"),
        row.getString("recipient"),
        Channels.get(row.getString("channel")),
        row.getString("category"),
        row.getString("address"),
        row.getBoolean("campaign"));
  }
}
