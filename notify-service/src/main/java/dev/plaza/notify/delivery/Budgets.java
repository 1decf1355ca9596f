package dev.plaza.notify.delivery;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/// What is counted across messages: repetitions and daily caps. Both are settled by one conditional
/// write each, in the transaction that begins the attempt: exact whatever runs beside it, and as
/// cheap with ten million messages behind it as with ten.
@Component
class Budgets {

  private final JdbcClient jdbc;

  Budgets(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// @param key SHA-256 of what makes two messages the same, in hexadecimal
  record Content(String deliveryId, String key, Instant until) {}

  /// @param max per recipient, category, channel and calendar day
  record Use(
      String deliveryId,
      String recipient,
      String category,
      String channel,
      LocalDate day,
      int max) {

    private List<String> key() {
      return List.of(recipient, category, channel, day.toString());
    }
  }

  /// @return the deliveries whose content is new; the others repeat one of these or an earlier one
  Set<String> firsts(List<Content> contents, Instant now) {
    if (contents.isEmpty()) {
      return Set.of();
    }
    var byKey = new HashMap<String, Content>();
    contents.forEach(it -> byKey.putIfAbsent(it.key(), it));
    var rows = byKey.values().stream().sorted(Comparator.comparing(Content::key)).toList();
    return new HashSet<>(
        jdbc.sql(
                """
                INSERT INTO dedupe (key, delivery_id, until)
                SELECT decode(c.key, 'hex'), c.id::uuid, c.until::timestamptz
                  FROM unnest(:keys, :ids, :untils) AS c (key, id, until)
                ON CONFLICT (key) DO UPDATE
                   SET delivery_id = excluded.delivery_id, until = excluded.until
                 WHERE dedupe.until <= :now OR dedupe.delivery_id = excluded.delivery_id
                RETURNING delivery_id::text
                """)
            .param("keys", rows.stream().map(Content::key).toArray(String[]::new))
            .param("ids", rows.stream().map(Content::deliveryId).toArray(String[]::new))
            .param("untils", rows.stream().map(it -> it.until().toString()).toArray(String[]::new))
            .param("now", now.atOffset(ZoneOffset.UTC))
            .query(String.class)
            .list());
  }

  /// What was not sent after all is no repetition for the next one.
  void forget(List<String> deliveryIds, List<Content> contents) {
    var gone = new HashSet<>(deliveryIds);
    var keys =
        contents.stream()
            .filter(it -> gone.contains(it.deliveryId()))
            .map(it -> HexFormat.of().parseHex(it.key()))
            .toArray(byte[][]::new);
    if (keys.length > 0) {
      jdbc.sql("DELETE FROM dedupe WHERE key = ANY(:keys) AND delivery_id = ANY(:ids)")
          .param("keys", keys)
          .param("ids", deliveryIds.stream().map(UUID::fromString).toArray(UUID[]::new))
          .update();
    }
  }

  /// @return the deliveries within their caps. One statement takes one message a key: whoever has
  ///     several in a batch needs as many rounds.
  Set<String> take(List<Use> uses) {
    var granted = new HashSet<String>();
    var waiting = new ArrayList<>(uses);
    while (!waiting.isEmpty()) {
      Map<List<String>, Use> round = new HashMap<>();
      waiting.forEach(it -> round.putIfAbsent(it.key(), it));
      waiting.removeAll(round.values());
      var keys = takeRound(List.copyOf(round.values()));
      round.forEach(
          (key, use) -> {
            if (keys.contains(key)) {
              granted.add(use.deliveryId());
            }
          });
    }
    return granted;
  }

  private Set<List<String>> takeRound(List<Use> uses) {
    var rows =
        uses.stream().sorted(Comparator.comparing(it -> String.join(" ", it.key()))).toList();
    return new HashSet<>(
        jdbc.sql(
                """
                INSERT INTO cap_use (recipient, category, channel, day, used)
                SELECT u.recipient, u.category, u.channel, u.day::date, 1
                  FROM unnest(:recipients, :categories, :channels, :days, :maxes::int[])
                       AS u (recipient, category, channel, day, max)
                 WHERE u.max > 0
                ON CONFLICT (recipient, category, channel, day) DO UPDATE
                   SET used = cap_use.used + 1
                 WHERE cap_use.used < (
                   SELECT m.max FROM unnest(:categories, :maxes::int[]) AS m (category, max)
                    WHERE m.category = cap_use.category LIMIT 1)
                RETURNING recipient, category, channel, day
                """)
            .param("recipients", rows.stream().map(Use::recipient).toArray(String[]::new))
            .param("categories", rows.stream().map(Use::category).toArray(String[]::new))
            .param("channels", rows.stream().map(Use::channel).toArray(String[]::new))
            .param("days", rows.stream().map(it -> it.day().toString()).toArray(String[]::new))
            .param("maxes", rows.stream().map(Use::max).toArray(Integer[]::new))
            .query(
                (row, _) ->
                    List.of(
                        row.getString(1),
                        row.getString(2),
                        row.getString(3),
                        row.getObject(4, LocalDate.class).toString()))
            .list());
  }
}
