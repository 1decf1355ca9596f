package dev.plaza.quota.ship;

import dev.plaza.quota.ownership.OwnedShard;
import dev.plaza.quota.ownership.ShardMap;
import dev.plaza.quota.shard.Answer;
import dev.plaza.quota.shard.Command;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/// One GUID that was spent at two shards, because it came with two persons or offers to two
/// instances: whichever the log heard of later is reversed where it was spent.
@Component
class GuidConflicts {

  private static final Log LOG = LogFactory.getLog(GuidConflicts.class);
  private static final int PIECE = 100;
  private static final long DECISION_WAIT_S = 5;

  private final JdbcClient jdbc;
  private final ShardMap map;
  private final MeterRegistry meters;

  GuidConflicts(JdbcClient jdbc, ShardMap map, MeterRegistry meters) {
    this.jdbc = jdbc;
    this.map = map;
    this.meters = meters;
  }

  private record Conflict(UUID guid, int shard, int firstAt) {}

  /// @return whether more is probably waiting
  boolean round() {
    Integer[] here = map.local().stream().map(OwnedShard::id).toArray(Integer[]::new);
    List<Conflict> open =
        jdbc.sql(
                """
                SELECT guid, shard, first_at FROM guid_conflict
                 WHERE resolved IS NULL AND shard = ANY (:here) LIMIT :piece
                """)
            .param("here", here)
            .param("piece", PIECE)
            .query(
                (row, _) ->
                    new Conflict(
                        row.getObject("guid", UUID.class),
                        row.getInt("shard"),
                        row.getInt("first_at")))
            .list();
    open.forEach(this::resolve);
    return open.size() == PIECE;
  }

  private void resolve(Conflict it) {
    OwnedShard shard = map.local(it.shard());
    if (shard == null || !isReversed(shard, it.guid())) {
      return;
    }
    jdbc.sql(
            """
            UPDATE guid_conflict SET resolved = now() WHERE guid = :guid AND shard = :shard
            """)
        .param("guid", it.guid())
        .param("shard", it.shard())
        .update();
    meters.counter("plaza.quota.guid.conflicts").increment();
    LOG.warn(
        "guid %s was spent at shards %d and %d; reversed at the latter"
            .formatted(it.guid(), it.firstAt(), it.shard()));
  }

  private static boolean isReversed(OwnedShard shard, UUID guid) {
    try {
      Answer answer =
          shard
              .engine()
              .submit(List.of(new Command.Reverse(guid)))
              .get(DECISION_WAIT_S, TimeUnit.SECONDS)
              .getFirst();
      return answer instanceof Answer.Done;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return false;
    } catch (ExecutionException | TimeoutException _) {
      return false;
    }
  }
}
