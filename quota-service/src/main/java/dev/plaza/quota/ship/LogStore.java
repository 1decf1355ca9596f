package dev.plaza.quota.ship;

import dev.plaza.contracts.quota.RedemptionEvent;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
  private final GuidStore guids;

  LogStore(JdbcClient jdbc, GuidStore guids) {
    this.jdbc = jdbc;
    this.guids = guids;
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
        boolean back = event.at().isBefore(last.at());
        Instant at = back ? last.at() : event.at();
        positions.put(event.shard(), new Position(event.seq(), event.epoch(), at));
        fresh.add(back ? new Typed(it.type(), at(event, at)) : it);
      }
    }
    if (!fresh.isEmpty()) {
      insert(fresh);
      guids.apply(fresh);
      move(positions);
    }
    return new Taken(fresh.size(), repeated, stale, early);
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
            SELECT shard, seq, epoch, type, guid, offer_id, user_id, order_id, units, amount,
                   used, used_amount, path,
                   timestamptz 'epoch' + held * interval '1 microsecond', lease,
                   timestamptz 'epoch' + at * interval '1 microsecond'
              FROM unnest(:shards, :seqs, :epochs, :types, :guids::uuid[], :offers, :users, :orders,
                          :units, :amounts, :used, :usedAmounts, :paths, :held, :leases, :at)
                AS n (shard, seq, epoch, type, guid, offer_id, user_id, order_id, units, amount,
                      used, used_amount, path, held, lease, at)
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
        .param(
            "held",
            events.stream()
                .map(it -> it.heldUntil() == null ? null : micros(it.heldUntil()))
                .toArray(Long[]::new))
        .param("leases", events.stream().map(RedemptionEvent::lease).toArray(Long[]::new))
        .param("at", longs(events, it -> micros(it.at())))
        .update();
  }

  private void move(Map<Integer, Position> positions) {
    var rows = List.copyOf(positions.entrySet());
    jdbc.sql(
            """
            UPDATE log_position p SET seq = n.seq, epoch = n.epoch,
                   at = timestamptz 'epoch' + n.at * interval '1 microsecond'
              FROM unnest(:shards, :seqs, :epochs, :at) AS n (shard, seq, epoch, at)
             WHERE p.shard = n.shard
            """)
        .param("shards", rows.stream().map(Map.Entry::getKey).toArray(Integer[]::new))
        .param("seqs", longs(rows, it -> it.getValue().seq()))
        .param("epochs", longs(rows, it -> it.getValue().epoch()))
        .param("at", longs(rows, it -> micros(it.getValue().at())))
        .update();
  }

  private static <T> long[] longs(List<T> rows, ToLongFunction<T> of) {
    return rows.stream().mapToLong(of).toArray();
  }

  private static <T> String[] texts(List<T> rows, Function<T, @Nullable String> of) {
    return rows.stream().map(of).toArray(String[]::new);
  }

  /// Since 1970, exact to what PostgreSQL keeps; a number costs a tenth of a text, on both sides.
  private static long micros(Instant at) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, at);
  }
}
