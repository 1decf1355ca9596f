package dev.plaza.quota.ship;

import dev.plaza.contracts.quota.RedemptionEvent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// The shard at which each GUID was heard of first, whose it is, and what it uses now. Part of the
/// transaction of [LogStore].
@Repository
class GuidStore {

  private final JdbcClient jdbc;

  GuidStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// A GUID at a shard. In a batch it mostly occurs once, so it is its own row.
  private record Place(String guid, int shard) {}

  /// What a batch of events means for one place.
  ///
  /// @param userId null if the batch does not hold the event that spent the right
  /// @param seq of that event
  private record Change(
      Place place, @Nullable String offerId, @Nullable String userId, long seq, long used) {

    static Change of(Place place, RedemptionEvent it) {
      return new Change(place, it.offerId(), it.userId(), it.seq(), it.used());
    }

    Change and(Change next) {
      Change spend = userId == null ? next : this;
      return new Change(place, spend.offerId, spend.userId, spend.seq, used + next.used);
    }

    boolean spends() {
      return userId != null;
    }

    String guid() {
      return place.guid();
    }

    Integer shard() {
      return place.shard();
    }
  }

  /// A record without a GUID is kept in the log, and means nothing here.
  void apply(List<LogStore.Typed> events) {
    Map<Place, Change> changes = HashMap.newHashMap(events.size());
    for (LogStore.Typed typed : events) {
      RedemptionEvent it = typed.event();
      if (it.guid() != null && (it.userId() != null || it.used() != 0)) {
        var place = new Place(it.guid(), it.shard());
        changes.merge(place, Change.of(place, it), Change::and);
      }
    }
    // In the order of GUIDs, so that two listeners do not wait for each other in a circle.
    var sorted = new ArrayList<>(changes.values());
    sorted.sort(Comparator.comparing(Change::guid).thenComparing(Change::shard));
    use(sorted.stream().filter(it -> !it.spends()).toList());
    spend(sorted.stream().filter(Change::spends).toList());
  }

  /// The unique key decides which shard was first. Whoever is not the first makes a conflict.
  private void spend(List<Change> changes) {
    var seen = HashSet.<String>newHashSet(changes.size());
    List<Change> first = changes.stream().filter(it -> seen.add(it.guid())).toList();
    if (first.isEmpty()) {
      return;
    }
    int taken =
        jdbc.sql(
                """
                INSERT INTO redemption_guid AS g (guid, shard, offer_id, user_id, used)
                SELECT * FROM unnest(:guids::uuid[], :shards, :offers, :users, :used)
                    ON CONFLICT (guid) DO UPDATE SET used = g.used + EXCLUDED.used
                     WHERE g.shard = EXCLUDED.shard
                """)
            .param("guids", texts(first, Change::guid))
            .param("shards", first.stream().map(Change::shard).toArray(Integer[]::new))
            .param("offers", texts(first, Change::offerId))
            .param("users", texts(first, Change::userId))
            .param("used", first.stream().mapToLong(Change::used).toArray())
            .update();
    if (taken < changes.size()) {
      conflicts(changes);
    }
  }

  private void conflicts(List<Change> changes) {
    jdbc.sql(
            """
            INSERT INTO guid_conflict (guid, shard, seq, first_at, at)
            SELECT n.guid, n.shard, n.seq, g.shard, now()
              FROM unnest(:guids::uuid[], :shards, :seqs) AS n (guid, shard, seq)
              JOIN redemption_guid g ON g.guid = n.guid AND g.shard <> n.shard
            ON CONFLICT DO NOTHING
            """)
        .param("guids", texts(changes, Change::guid))
        .param("shards", changes.stream().map(Change::shard).toArray(Integer[]::new))
        .param("seqs", changes.stream().mapToLong(Change::seq).toArray())
        .update();
  }

  private void use(List<Change> changes) {
    if (changes.isEmpty()) {
      return;
    }
    jdbc.sql(
            """
            UPDATE redemption_guid g SET used = g.used + n.used
              FROM unnest(:guids::uuid[], :shards, :used) AS n (guid, shard, used)
             WHERE g.guid = n.guid AND g.shard = n.shard
            """)
        .param("guids", texts(changes, Change::guid))
        .param("shards", changes.stream().map(Change::shard).toArray(Integer[]::new))
        .param("used", changes.stream().mapToLong(Change::used).toArray())
        .update();
  }

  private static String[] texts(List<Change> rows, Function<Change, @Nullable String> of) {
    return rows.stream().map(of).toArray(String[]::new);
  }
}
