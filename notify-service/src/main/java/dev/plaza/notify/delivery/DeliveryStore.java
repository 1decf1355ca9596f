package dev.plaza.notify.delivery;

import dev.plaza.notify.category.Channels;
import dev.plaza.notify.job.Ranks;
import dev.plaza.notify.provider.Outgoing.Priority;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/// The tables of deliveries and attempts, in batches: a statement a batch, never one a row.
@Component
class DeliveryStore {

  private static final TypeReference<Map<String, Object>> DATA = new TypeReference<>() {};

  private final JdbcClient jdbc;
  private final JsonMapper json;

  DeliveryStore(JdbcClient jdbc, JsonMapper json) {
    this.jdbc = jdbc;
    this.json = json;
  }

  /// An attempt that begins.
  record Beginning(String id, String deliveryId, int n, String provider, String address) {}

  /// How an attempt ended.
  record Ending(
      String id, String state, @Nullable String ref, @Nullable String code, String detail) {}

  private static final String DUE =
      """
      SELECT id, job_id, recipient, channel, device, priority, category, due_at, expires_at,
             decided, digest, attempts, avoid, locale, zone, data
        FROM delivery
      """;

  /// What is due, locked until the transaction ends; what others have locked is left to them.
  ///
  /// @param taken is told the id of each row before it is read: one that cannot be read fails all
  List<Delivery> due(Priority priority, Instant now, int max, List<String> taken) {
    return jdbc.sql(
            DUE
                + """
                 WHERE state = 'QUEUED' AND priority = :priority AND due_at <= :now
                 ORDER BY due_at LIMIT :max FOR UPDATE SKIP LOCKED
                """)
        .param("priority", Ranks.of(priority))
        .param("now", at(now))
        .param("max", max)
        .query(
            (row, _) -> {
              taken.add(row.getString("id"));
              return delivery(row);
            })
        .list();
  }

  /// This one, if it is still due.
  List<Delivery> due(String id, Instant now) {
    return jdbc.sql(
            DUE + " WHERE id = :id AND state = 'QUEUED' AND due_at <= :now FOR UPDATE SKIP LOCKED")
        .param("id", UUID.fromString(id))
        .param("now", at(now))
        .query((row, _) -> delivery(row))
        .list();
  }

  private Delivery delivery(ResultSet row) throws SQLException {
    String data = row.getString("data");
    return new Delivery(
        row.getString("id"),
        row.getString("job_id"),
        row.getString("recipient"),
        Channels.get(row.getString("channel")),
        row.getString("device"),
        Ranks.at(row.getInt("priority")),
        row.getString("category"),
        row.getObject("due_at", OffsetDateTime.class).toInstant(),
        row.getObject("expires_at", OffsetDateTime.class).toInstant(),
        row.getBoolean("decided"),
        row.getBoolean("digest"),
        row.getInt("attempts"),
        row.getString("avoid"),
        row.getString("locale"),
        row.getString("zone"),
        data == null ? null : json.readValue(data, DATA));
  }

  /// Writes what a claim decided; the rows are locked by it.
  void write(List<Change> changes, Instant now) {
    if (!changes.isEmpty()) {
      update(changes, now, "true");
    }
  }

  /// Writes how attempts ended, unless something newer is known.
  ///
  /// @return the deliveries it was news for
  Set<String> settle(List<Change> changes, Instant now) {
    return new HashSet<>(
        update(changes, now, "(d.state IN ('CLAIMED', 'UNKNOWN') AND d.attempts = c.attempts)"));
  }

  private List<String> update(List<Change> changes, Instant now, String unless) {
    return jdbc.sql(
            """
            UPDATE delivery d
               SET state = c.state, due_at = c.due::timestamptz,
                   lease_until =
                     CASE WHEN c.state = 'CLAIMED' THEN c.due::timestamptz END,
                   decided = d.decided OR c.decided, attempts = c.attempts,
                   held = c.state = 'QUEUED' AND NOT c.decided,
                   device = coalesce(c.device, d.device), provider = coalesce(c.provider, d.provider),
                   avoid = c.avoid, reason = c.reason,
                   decisions = CASE WHEN c.trail = '[]' THEN d.decisions
                                    ELSE d.decisions || c.trail::jsonb END,
                   updated_at = :now
              FROM unnest(:ids, :states, :dues, :decideds::boolean[], :attempts::int[], :devices,
                          :providers, :avoids, :reasons, :trails)
                   AS c (id, state, due, decided, attempts, device, provider, avoid, reason, trail)
             WHERE d.id = c.id::uuid AND
            """
                + unless
                + " RETURNING d.id::text")
        .param("ids", texts(changes, Change::id))
        .param("states", texts(changes, it -> it.state().name()))
        .param("dues", texts(changes, it -> it.dueAt().toString()))
        .param("decideds", changes.stream().map(Change::decided).toArray(Boolean[]::new))
        .param("attempts", changes.stream().map(Change::attempts).toArray(Integer[]::new))
        .param("devices", texts(changes, Change::device))
        .param("providers", texts(changes, Change::provider))
        .param("avoids", texts(changes, Change::avoid))
        .param("reasons", texts(changes, Change::reason))
        .param("trails", texts(changes, Change::trail))
        .param("now", at(now))
        .query((row, _) -> row.getString(1))
        .list();
  }

  void begin(List<Beginning> attempts, Instant now) {
    if (attempts.isEmpty()) {
      return;
    }
    jdbc.sql(
            """
            INSERT INTO attempt (id, delivery_id, n, provider, state, address, began_at)
            SELECT a.id::uuid, a.delivery::uuid, a.n, a.provider, 'STARTED', a.address, :now
              FROM unnest(:ids, :deliveries, :ns::int[], :providers, :addresses)
                   AS a (id, delivery, n, provider, address)
            """)
        .param("ids", texts(attempts, Beginning::id))
        .param("deliveries", texts(attempts, Beginning::deliveryId))
        .param("ns", attempts.stream().map(Beginning::n).toArray(Integer[]::new))
        .param("providers", texts(attempts, Beginning::provider))
        .param("addresses", texts(attempts, Beginning::address))
        .param("now", at(now))
        .update();
  }

  void end(List<Ending> attempts, Instant now) {
    jdbc.sql(
            """
            UPDATE attempt a
               SET state = e.state, provider_ref = coalesce(nullif(e.ref, ''), a.provider_ref),
                   code = e.code, detail = e.detail, ended_at = :now
              FROM unnest(:ids, :states, :refs, :codes, :details)
                   AS e (id, state, ref, code, detail)
             WHERE a.id = e.id::uuid AND a.state IN ('STARTED', 'UNKNOWN')
            """)
        .param("ids", texts(attempts, Ending::id))
        .param("states", texts(attempts, Ending::state))
        .param("refs", texts(attempts, Ending::ref))
        .param("codes", texts(attempts, Ending::code))
        .param("details", texts(attempts, Ending::detail))
        .param("now", at(now))
        .update();
  }

  /// The other devices of a push, each a delivery of its own; its checks are passed already.
  ///
  /// @param data what a digest has collected; null: the delivery's own
  void addDevices(
      Delivery first, List<String> devices, @Nullable Map<String, Object> data, Instant now) {
    jdbc.sql(
            """
            INSERT INTO delivery (id, job_id, recipient, channel, device, priority, category, state,
                due_at, expires_at, decided, digest, locale, zone, data, decisions, created_at,
                updated_at)
            SELECT uuidv7(), d.job_id, d.recipient, d.channel, t.device, d.priority, d.category,
                   'QUEUED', :now, d.expires_at, true, false, d.locale, d.zone,
                   coalesce(:data::jsonb, d.data), d.decisions, d.created_at, :now
              FROM delivery d, unnest(:devices) AS t (device)
             WHERE d.id = :id
            ON CONFLICT DO NOTHING
            """)
        .param("id", UUID.fromString(first.id()))
        .param("devices", devices.toArray(String[]::new))
        .param("data", data == null ? null : json.writeValueAsString(data))
        .param("now", at(now))
        .update();
  }

  /// It cannot be handled: it comes again later, and the fifth time not at all.
  void blame(String id, Instant now) {
    jdbc.sql(
            """
            UPDATE delivery
               SET claims = claims + 1, updated_at = :now,
                   due_at = :now + make_interval(secs => random() * power(2, claims + 1)),
                   state = CASE WHEN claims >= 4 THEN 'DEAD' ELSE state END,
                   reason = CASE WHEN claims >= 4 THEN 'poison' ELSE reason END
             WHERE id = :id AND state = 'QUEUED'
            """)
        .param("id", UUID.fromString(id))
        .param("now", at(now))
        .update();
  }

  /// What quiet hours hold back for this recipient is looked at again.
  void lookAgain(String recipient, Instant now) {
    jdbc.sql(
            """
            UPDATE delivery SET due_at = :now, updated_at = :now
             WHERE recipient = :recipient AND held AND state = 'QUEUED' AND due_at > :now
            """)
        .param("recipient", recipient)
        .param("now", at(now))
        .update();
  }

  private static <T> @Nullable String[] texts(List<T> of, Function<T, @Nullable String> text) {
    return of.stream().map(text).toArray(String[]::new);
  }

  private static OffsetDateTime at(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }
}
