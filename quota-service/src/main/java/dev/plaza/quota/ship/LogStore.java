package dev.plaza.quota.ship;

import dev.plaza.contracts.quota.RedemptionEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/// The queryable log. Takes every `(shard, seq)` once, in order, whatever is delivered.
@Repository
class LogStore {

  private final JdbcClient jdbc;

  LogStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// An event and its type.
  record Typed(String type, RedemptionEvent event) {}

  /// What became of a batch.
  record Taken(int applied, int repeated, int stale, int early) {}

  private record Position(long seq, long epoch, Instant at) {}

  long position(int shard) {
    return jdbc.sql("SELECT seq FROM log_position WHERE shard = :shard")
        .param("shard", shard)
        .query(Long.class)
        .optional()
        .orElse(0L);
  }

  @Transactional
  public Taken apply(List<Typed> events) {
    Integer[] shards =
        events.stream().map(it -> it.event().shard()).distinct().toArray(Integer[]::new);
    Map<Integer, Position> positions = lock(shards);
    var fresh = new ArrayList<Typed>(events.size());
    int repeated = 0;
    int stale = 0;
    int early = 0;
    for (Typed it : events) {
      RedemptionEvent event = it.event();
      Position last = positions.getOrDefault(event.shard(), new Position(0, 0, Instant.EPOCH));
      if (event.seq() <= last.seq()) {
        repeated++;
      } else if (event.epoch() < last.epoch()) {
        stale++;
      } else if (event.seq() > last.seq() + 1) {
        early++;
      } else {
        Instant at = event.at().isBefore(last.at()) ? last.at() : event.at();
        positions.put(event.shard(), new Position(event.seq(), event.epoch(), at));
        fresh.add(new Typed(it.type(), at(event, at)));
      }
    }
    if (!fresh.isEmpty()) {
      insert(fresh);
      guids(fresh.stream().map(Typed::event).filter(LogStore::isSpend).toList());
      use(fresh.stream().map(Typed::event).filter(it -> it.used() != 0).toList());
      move(positions);
    }
    return new Taken(fresh.size(), repeated, stale, early);
  }

  /// A record without a GUID is kept, but must not keep the shard's later ones out.
  private static boolean isSpend(RedemptionEvent it) {
    return it.userId() != null && it.guid() != null;
  }

  /// Entries of a shard rise in time even if its clock went back: pages go by it.
  private static RedemptionEvent at(RedemptionEvent it, Instant at) {
    return new RedemptionEvent(
        it.shard(),
        it.epoch(),
        it.seq(),
        it.guid(),
        it.offerId(),
        it.userId(),
        it.orderId(),
        it.units(),
        it.amount(),
        it.used(),
        it.usedAmount(),
        it.path(),
        it.heldUntil(),
        it.lease(),
        at);
  }

  private Map<Integer, Position> lock(Integer[] shards) {
    jdbc.sql(
            """
            INSERT INTO log_position (shard, seq, epoch, at)
            SELECT unnest(:shards), 0, 0, 'epoch' ON CONFLICT DO NOTHING
            """)
        .param("shards", shards)
        .update();
    var positions = new HashMap<Integer, Position>();
    jdbc.sql("SELECT * FROM log_position WHERE shard = ANY (:shards) ORDER BY shard FOR UPDATE")
        .param("shards", shards)
        .query(
            row -> {
              positions.put(
                  row.getInt("shard"),
                  new Position(
                      row.getLong("seq"),
                      row.getLong("epoch"),
                      row.getTimestamp("at").toInstant()));
            });
    return positions;
  }

  private void insert(List<Typed> rows) {
    List<RedemptionEvent> events = rows.stream().map(Typed::event).toList();
    jdbc.sql(
            """
            INSERT INTO redemption_log
                   (shard, seq, epoch, type, guid, offer_id, user_id, order_id, units, amount,
                    used, used_amount, path, held_until, lease, at)
            SELECT * FROM unnest(:shards, :seqs, :epochs, :types, :guids::uuid[], :offers, :users, :orders,
                                 :units, :amounts, :used, :usedAmounts, :paths, :held::timestamptz[], :leases,
                                 :at::timestamptz[])
            """)
        .param("shards", events.stream().map(RedemptionEvent::shard).toArray(Integer[]::new))
        .param("seqs", longs(events, RedemptionEvent::seq))
        .param("epochs", longs(events, RedemptionEvent::epoch))
        .param("types", rows.stream().map(Typed::type).toArray(String[]::new))
        .param("guids", texts(events, RedemptionEvent::guid))
        .param("offers", texts(events, RedemptionEvent::offerId))
        .param("users", texts(events, RedemptionEvent::userId))
        .param("orders", texts(events, RedemptionEvent::orderId))
        .param("units", longs(events, RedemptionEvent::units))
        .param("amounts", longs(events, RedemptionEvent::amount))
        .param("used", longs(events, RedemptionEvent::used))
        .param("usedAmounts", longs(events, RedemptionEvent::usedAmount))
        .param("paths", texts(events, RedemptionEvent::path))
        .param("held", times(events, RedemptionEvent::heldUntil))
        .param("leases", events.stream().map(RedemptionEvent::lease).toArray(Long[]::new))
        .param("at", times(events, RedemptionEvent::at))
        .update();
  }

  /// Where a GUID was heard of first; a second shard makes a conflict. The unique key lets two
  /// listeners wait for each other.
  private void guids(List<RedemptionEvent> spends) {
    if (spends.isEmpty()) {
      return;
    }
    List<RedemptionEvent> sorted =
        spends.stream()
            .sorted(java.util.Comparator.comparing(it -> String.valueOf(it.guid())))
            .toList();
    String[] guids = texts(sorted, RedemptionEvent::guid);
    Integer[] shards = sorted.stream().map(RedemptionEvent::shard).toArray(Integer[]::new);
    jdbc.sql(
            """
            INSERT INTO redemption_guid (guid, shard, offer_id, user_id)
            SELECT * FROM unnest(:guids::uuid[], :shards, :offers, :users) ON CONFLICT DO NOTHING
            """)
        .param("offers", texts(sorted, RedemptionEvent::offerId))
        .param("users", texts(sorted, RedemptionEvent::userId))
        .param("guids", guids)
        .param("shards", shards)
        .update();
    jdbc.sql(
            """
            INSERT INTO guid_conflict (guid, shard, seq, first_at, at)
            SELECT n.guid, n.shard, n.seq, g.shard, now()
              FROM unnest(:guids::uuid[], :shards, :seqs) AS n (guid, shard, seq)
              JOIN redemption_guid g ON g.guid = n.guid AND g.shard <> n.shard
            ON CONFLICT DO NOTHING
            """)
        .param("guids", guids)
        .param("shards", shards)
        .param("seqs", longs(sorted, RedemptionEvent::seq))
        .update();
  }

  /// In the order of GUIDs, so that two listeners do not wait for each other in a circle.
  private void use(List<RedemptionEvent> events) {
    var used = new TreeMap<String, Long>();
    for (RedemptionEvent it : events) {
      if (it.guid() != null) {
        used.merge(it.shard() + " " + it.guid(), it.used(), Long::sum);
      }
    }
    if (used.isEmpty()) {
      return;
    }
    jdbc.sql(
            """
            UPDATE redemption_guid g SET used = g.used + n.used
              FROM unnest(:shards, :guids::uuid[], :used) AS n (shard, guid, used)
             WHERE g.guid = n.guid AND g.shard = n.shard
            """)
        .param(
            "shards",
            used.keySet().stream()
                .map(it -> Integer.valueOf(it.substring(0, it.indexOf(' '))))
                .toArray(Integer[]::new))
        .param(
            "guids",
            used.keySet().stream()
                .map(it -> it.substring(it.indexOf(' ') + 1))
                .toArray(String[]::new))
        .param("used", used.values().toArray(Long[]::new))
        .update();
  }

  private void move(Map<Integer, Position> positions) {
    var rows = List.copyOf(positions.entrySet());
    jdbc.sql(
            """
            UPDATE log_position p SET seq = n.seq, epoch = n.epoch, at = n.at
              FROM unnest(:shards, :seqs, :epochs, :at::timestamptz[]) AS n (shard, seq, epoch, at)
             WHERE p.shard = n.shard
            """)
        .param("shards", rows.stream().map(Map.Entry::getKey).toArray(Integer[]::new))
        .param("seqs", longs(rows, it -> it.getValue().seq()))
        .param("epochs", longs(rows, it -> it.getValue().epoch()))
        .param("at", times(rows, it -> it.getValue().at()))
        .update();
  }

  private static <T> long[] longs(List<T> rows, ToLongFunction<T> of) {
    return rows.stream().mapToLong(of).toArray();
  }

  private static <T> String[] texts(List<T> rows, Function<T, @Nullable String> of) {
    return rows.stream().map(of).toArray(String[]::new);
  }

  private static <T> String[] times(List<T> rows, Function<T, @Nullable Instant> of) {
    return rows.stream()
        .map(of)
        .map(it -> it == null ? null : it.toString())
        .toArray(String[]::new);
  }
}
