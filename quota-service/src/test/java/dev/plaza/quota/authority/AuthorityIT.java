package dev.plaza.quota.authority;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.plaza.quota.QuotaServers;
import dev.plaza.quota.offer.OfferId;
import dev.plaza.quota.shard.Authority;
import dev.plaza.quota.shard.Grant;
import dev.plaza.quota.shard.Path;
import dev.plaza.quota.shard.RightsReport;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.transaction.support.TransactionTemplate;

/// Exchanges of many shards at once, while somebody else has the offer's row.
class AuthorityIT extends QuotaServers {

  private static final int SHARDS = 16;

  @Autowired private PostgresAuthority authority;
  @Autowired private TransactionTemplate transactions;
  @Autowired private MeterRegistry meters;

  @Test
  void whatGathersGoesTogether() throws Exception {
    String offer = OfferId.canonical(offer("TOGETHER", ",\"limit\":40"));
    double before = meters.timer("plaza.quota.exchange").count();

    List<Future<List<Grant>>> answers = atOnce(offer, -1);

    long granted = 0;
    for (Future<List<Grant>> it : answers) {
      granted += it.get().getFirst().units();
    }
    assertThat(granted).isEqualTo(40);
    assertThat(meters.timer("plaza.quota.exchange").count() - before).isLessThan(SHARDS / 2.0);
  }

  @Test
  void whatTheDatabaseRefusesOfOneShardIsNoMatterOfTheOthers() throws Exception {
    String offer = OfferId.canonical(offer("POISON", ",\"limit\":400"));

    List<Future<List<Grant>>> answers = atOnce(offer, 7);

    for (int shard = 0; shard < SHARDS; shard++) {
      Future<List<Grant>> answer = answers.get(shard);
      if (shard == 7) {
        assertThatExceptionOfType(ExecutionException.class)
            .isThrownBy(answer::get)
            .withCauseInstanceOf(Authority.UnreachableException.class);
      } else {
        assertThat(answer.get().getFirst().units()).isEqualTo(3);
      }
    }
  }

  @Test
  void anOldEpochIsRefusedAlone() throws Exception {
    String offer = OfferId.canonical(offer("OLD", ",\"limit\":10"));
    RightsReport report = report(offer, 3, 0);

    assertThatExceptionOfType(Authority.StaleEpochException.class)
        .isThrownBy(() -> authority.exchange(3, epoch(3) - 1, List.of(report)));
    assertThat(authority.exchange(3, epoch(3), List.of(report)).getFirst().units()).isEqualTo(3);
  }

  /// Every shard asks for three units while the offer's row is locked.
  ///
  /// @param liar a shard that says it gave back what it never had
  private List<Future<List<Grant>>> atOnce(String offer, int liar) {
    var answers = new ArrayList<Future<List<Grant>>>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      IntConsumer handIn =
          shard -> {
            long epoch = epoch(shard);
            RightsReport report = shard == liar ? report(offer, 0, 5) : report(offer, 3, 0);
            answers.add(threads.submit(() -> authority.exchange(shard, epoch, List.of(report))));
          };
      transactions.executeWithoutResult(
          _ -> {
            jdbc.sql("SELECT id FROM offer WHERE id = ? FOR UPDATE")
                .param(offer)
                .query()
                .listOfRows();
            for (int shard = 0; shard < 2; shard++) {
              handIn.accept(shard);
              int waiting = shard + 1;
              await("a transaction waits for the row").until(() -> waitingForLocks() == waiting);
            }
            IntStream.range(2, SHARDS).forEach(handIn);
            await("the others have handed in").until(() -> authority.waiting() == SHARDS - 2);
          });
    }
    return answers;
  }

  private int waitingForLocks() {
    return jdbc.sql(
            """
            SELECT count(*) FROM pg_stat_activity
             WHERE datname = current_database() AND wait_event_type = 'Lock'
            """)
        .query(Integer.class)
        .single();
  }

  private long epoch(int shard) {
    return jdbc.sql("SELECT epoch FROM shard WHERE id = ?").param(shard).query(Long.class).single();
  }

  private static RightsReport report(String offer, long wanted, long returned) {
    return new RightsReport(offer, 1, wanted, 0, returned, 0, 0, 0, 0, 1, 1, Path.SLOW);
  }
}
