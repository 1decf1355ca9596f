package dev.plaza.notify.delivery;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/// Deliveries as people see them: lists, the explanation of one, the dead ones.
@Component
public class DeliveryRecords {

  private static final String SEEN =
      "SELECT id, job_id, recipient, channel, device, state, reason, provider, attempts, due_at,"
          + " created_at, updated_at FROM delivery ";

  private final JdbcClient jdbc;
  private final JsonMapper json;
  private final Clock clock;

  DeliveryRecords(JdbcClient jdbc, JsonMapper json, Clock clock) {
    this.jdbc = jdbc;
    this.json = json;
    this.clock = clock;
  }

  /// @param recipient a recipient's key
  /// @param dueAt when it is looked at next; null when it has ended
  public record Seen(
      String id,
      String jobId,
      String recipient,
      String channel,
      String device,
      String state,
      @Nullable String reason,
      @Nullable String provider,
      int attempts,
      @Nullable Instant dueAt,
      Instant createdAt,
      Instant updatedAt) {}

  /// One step of the explanation.
  public record Step(Instant at, String check, String outcome, @Nullable String detail) {}

  /// @param decisions everything that was decided and that happened, in its order
  public record Explanation(Seen delivery, List<Step> decisions) {}

  /// In the order of recipient and channel, behind a position.
  public List<Seen> ofJob(String jobId, List<String> after, int limit) {
    return jdbc.sql(
            SEEN
                + """
                WHERE job_id = :job AND (recipient, channel, device) > (:r, :c, :d)
                ORDER BY recipient, channel, device LIMIT :limit
                """)
        .param("job", UUID.fromString(jobId))
        .param("r", after.get(0))
        .param("c", after.get(1))
        .param("d", after.get(2))
        .param("limit", limit)
        .query((row, _) -> seen(row))
        .list();
  }

  Optional<Seen> find(String id) {
    return jdbc.sql(SEEN + "WHERE id = ?")
        .param(UUID.fromString(id))
        .query((row, _) -> seen(row))
        .optional();
  }

  Explanation explain(Seen delivery) {
    UUID id = UUID.fromString(delivery.id());
    var steps = new ArrayList<Step>();
    steps.add(new Step(delivery.createdAt(), "accepted", "queued", null));
    String trail =
        jdbc.sql("SELECT decisions FROM delivery WHERE id = ?")
            .param(id)
            .query(String.class)
            .single();
    Trail.read(json, trail)
        .forEach(it -> steps.add(new Step(it.at(), it.check(), it.outcome(), it.detail())));
    attempts(id, steps);
    reports(id, steps);
    steps.sort(Comparator.comparing(Step::at));
    return new Explanation(delivery, steps);
  }

  private void attempts(UUID delivery, List<Step> steps) {
    jdbc.sql("SELECT * FROM attempt WHERE delivery_id = ? ORDER BY n")
        .param(delivery)
        .query(
            row -> {
              String name = row.getString("provider") + " #" + row.getInt("n");
              steps.add(new Step(instant(row, "began_at"), "attempt", "began", name));
              if (row.getObject("ended_at") != null) {
                String code = row.getString("code");
                String detail = row.getString("detail");
                String more = code == null ? "" : ": " + code;
                String text = detail == null || detail.isEmpty() ? "" : " " + detail;
                steps.add(
                    new Step(
                        instant(row, "ended_at"),
                        "attempt",
                        row.getString("state").toLowerCase(Locale.ROOT),
                        name + more + text));
              }
            });
  }

  private void reports(UUID delivery, List<Step> steps) {
    jdbc.sql("SELECT * FROM report WHERE delivery_id = ? ORDER BY received_at")
        .param(delivery)
        .query(
            row -> {
              String code = row.getString("code");
              steps.add(
                  new Step(
                      instant(row, "received_at"),
                      "report",
                      row.getString("status").toLowerCase(Locale.ROOT),
                      row.getString("provider") + (code.isEmpty() ? "" : ": " + code)));
            });
  }

  List<Seen> dead(@Nullable String after, int limit) {
    return jdbc.sql(SEEN + "WHERE state = 'DEAD' AND id > ? ORDER BY id LIMIT ?")
        .param(UUID.fromString(after == null ? "00000000-0000-0000-0000-000000000000" : after))
        .param(limit)
        .query((row, _) -> seen(row))
        .list();
  }

  /// Puts dead ones back, each at most once whoever asks at the same time: only what is dead moves.
  /// What was sent is not dead, so a replay sends only what was not.
  ///
  /// @param ids null: all of the job, or all there are
  int replay(@Nullable List<String> ids, @Nullable String jobId) {
    Instant now = clock.instant();
    return jdbc.sql(
            """
            UPDATE delivery
               SET state = 'QUEUED', due_at = :now, attempts = 0, claims = 0, avoid = NULL,
                   reason = NULL, updated_at = :now,
                   expires_at = :now + greatest(expires_at - created_at, interval '1 minute'),
                   decisions = decisions || :trail::jsonb
             WHERE state = 'DEAD'
               AND (:all OR id = ANY(:ids::uuid[]))
               AND (:job::uuid IS NULL OR job_id = :job::uuid)
            """)
        .param("now", now.atOffset(ZoneOffset.UTC))
        .param(
            "trail", "[{\"t\":\"%s\",\"check\":\"dlq\",\"outcome\":\"replayed\"}]".formatted(now))
        .param("all", ids == null)
        .param("ids", ids == null ? new String[0] : ids.toArray(String[]::new))
        .param("job", jobId)
        .update();
  }

  /// Withdraws what has not left yet.
  public int cancel(String jobId) {
    Instant now = clock.instant();
    return jdbc.sql(
            """
            UPDATE delivery
               SET state = 'CANCELLED', reason = 'cancelled', updated_at = :now,
                   decisions = decisions || :trail::jsonb
             WHERE job_id = :job AND state = 'QUEUED' AND NOT digest
            """)
        .param("now", now.atOffset(ZoneOffset.UTC))
        .param(
            "trail",
            "[{\"t\":\"%s\",\"check\":\"cancel\",\"outcome\":\"cancelled\"}]".formatted(now))
        .param("job", UUID.fromString(jobId))
        .update();
  }

  private static Seen seen(ResultSet row) throws SQLException {
    String state = row.getString("state");
    return new Seen(
        row.getString("id"),
        row.getString("job_id"),
        row.getString("recipient"),
        row.getString("channel"),
        row.getString("device"),
        state.toLowerCase(Locale.ROOT),
        row.getString("reason"),
        row.getString("provider"),
        row.getInt("attempts"),
        DeliveryState.valueOf(state).isOpen() ? instant(row, "due_at") : null,
        instant(row, "created_at"),
        instant(row, "updated_at"));
  }

  private static Instant instant(ResultSet row, String column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }
}
