package dev.plaza.notify.delivery;

import dev.plaza.notify.category.Channels;
import dev.plaza.platform.Ids;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/// Digests: the first message opens one, those that follow within its window join it, and what is
/// sent is one message with all of them.
///
/// Joining and closing both lock the row of `digest_open`: a message is in this digest or in the
/// next one, never in both, never in none.
@Component
class Digests {

  static final String DEVICE = "~digest";

  private static final int ITEMS_MAX = 100;
  private static final TypeReference<Map<String, Object>> DATA = new TypeReference<>() {};

  private final JdbcClient jdbc;
  private final JsonMapper json;

  Digests(JdbcClient jdbc, JsonMapper json) {
    this.jdbc = jdbc;
    this.json = json;
  }

  /// @param at when it was accepted: the order in the digest
  record Joining(Delivery delivery, String template, Map<String, Object> data, Instant at) {}

  /// @return the digest it is now part of
  String join(Joining it, Duration window, Instant now) {
    Delivery delivery = it.delivery();
    String fresh = Ids.next();
    String digest =
        jdbc.sql(
                """
                INSERT INTO digest_open (key, delivery_id) VALUES (:key, :id)
                ON CONFLICT (key) DO UPDATE SET key = excluded.key RETURNING delivery_id::text
                """)
            .param(
                "key",
                String.join(
                    "|",
                    delivery.recipient(),
                    delivery.category(),
                    Channels.name(delivery.channel()),
                    it.template()))
            .param("id", UUID.fromString(fresh))
            .query(String.class)
            .single();
    if (digest.equals(fresh)) {
      open(fresh, delivery, now.plus(window), now);
    }
    jdbc.sql(
            """
            INSERT INTO digest_item (digest_id, delivery_id, data, at)
            VALUES (:digest, :delivery, :data::jsonb, :at)
            """)
        .param("digest", UUID.fromString(digest))
        .param("delivery", UUID.fromString(delivery.id()))
        .param("data", json.writeValueAsString(it.data()))
        .param("at", it.at().atOffset(ZoneOffset.UTC))
        .update();
    return digest;
  }

  private void open(String id, Delivery first, Instant due, Instant now) {
    jdbc.sql(
            """
            INSERT INTO delivery (id, job_id, recipient, channel, device, priority, category, state,
                due_at, expires_at, digest, locale, zone, created_at, updated_at)
            SELECT :id, job_id, recipient, channel, :device, priority, category, 'QUEUED',
                   :due, greatest(expires_at, :due + (expires_at - created_at)), true, locale, zone,
                   :now, :now
              FROM delivery WHERE id = :first
            """)
        .param("id", UUID.fromString(id))
        .param("device", DEVICE)
        .param("due", due.atOffset(ZoneOffset.UTC))
        .param("now", now.atOffset(ZoneOffset.UTC))
        .param("first", UUID.fromString(first.id()))
        .update();
  }

  /// From now on it takes nobody in. Asked again, it does no harm.
  void close(String digest) {
    jdbc.sql("DELETE FROM digest_open WHERE delivery_id = ?")
        .param(UUID.fromString(digest))
        .update();
  }

  /// `items` in the order of acceptance, `count` of all; else the newest one's data.
  Map<String, Object> data(String digest) {
    List<Map<String, Object>> items =
        jdbc.sql("SELECT data FROM digest_item WHERE digest_id = ? ORDER BY at, seq")
            .param(UUID.fromString(digest))
            .query((row, _) -> json.readValue(row.getString(1), DATA))
            .list();
    var data = new HashMap<String, Object>(items.isEmpty() ? Map.of() : items.getLast());
    data.put("items", items.stream().limit(ITEMS_MAX).toList());
    data.put("count", items.size());
    return data;
  }
}
